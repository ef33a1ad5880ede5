import { describe, it } from "vitest";
import type { SiteLocale } from "#core/site/site.ts";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { checkRedirects } from "./host-files.ts";
import { readPage } from "./page.ts";
import type { SiteTree } from "./site-tree.ts";
import { checkStructuredData } from "./structured-data.ts";

const ROOT = { origin: "https://a.example", folder: "" };
const TREE: SiteTree = {
  files: new Set(["index.html"]),
  roots: [ROOT],
  rootOf: () => ROOT,
  urlOf: () => "https://a.example/",
  resolve: (href) =>
    href.endsWith("/b") ? { kind: "redirect", to: "/c" } : { kind: "page", file: "b/index.html" },
};
const DATA =
  '{"@context":"https://schema.org","@type":"FAQPage","mainEntity":[{"@type":"Question"}]}';
const PAGE = `<!doctype html><html lang="en"><head><title>A</title><meta name="description" content="B">
<link rel="canonical" href="/"><link rel="alternate" hreflang="de" href="/de"><style>p{}</style>
<script type="application/ld+json">${DATA}</script><script>a()</script></head>
<body id="a"><h1 onclick="b()">C</h1><a href="#a">D</a><a href="/b#c">E</a>
<img srcset="a.png 1x, b.png 2x"><svg><title>F</title></svg></body></html>`;
const read = (html: string): unknown =>
  readPage(html, "index.html", {
    tree: TREE,
    locale: { code: "en", language: "en", dir: "ltr" } as unknown as SiteLocale,
    policy: "script-src 'self'",
    targets: new Map(),
    add: () => {},
    onAnchor: () => {},
  });

describe("checks of a built site take linear time", { timeout: 240_000 }, () => {
  it.each<[string, (text: string) => unknown, string[], string[]]>([
    [
      "readPage",
      read,
      [PAGE],
      ["<svg>", "</svg>", "<title>", "<svg><title>", "<a href='#b'>", "<p id=a>", "<script>", ", "],
    ],
    [
      "checkRedirects",
      (text) => checkRedirects(text, TREE, () => {}),
      ["/a /b 301\n"],
      ["/a ", "/b\n"],
    ],
    [
      "checkStructuredData",
      (text) =>
        checkStructuredData(
          text,
          () => {},
          () => "page",
        ),
      [DATA],
      ["[", "{", '"a":', '"mainEntity":[', "{},"],
    ],
  ])("SEO-4 %s", async (_, reader, samples, tokens) => {
    await expectLinearTime(reader, { samples, tokens });
  });
});
