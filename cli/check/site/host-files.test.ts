import { afterAll, expect, it } from "vitest";
import { type Files, checkBuilt, edit, removeSites } from "#tests/fixtures/checked-site.ts";

afterAll(removeSites);

const FAULTS: [what: string, change: (files: Files) => void, line: RegExp][] = [
  [
    "a policy with unsafe-inline",
    (files) => edit(files, "_headers", "style-src 'self'", "style-src 'self' 'unsafe-inline'"),
    /dist\/_headers:2:1 error: The content security policy allows 'unsafe-inline'\./,
  ],
  [
    "a line of _headers that hosts do not understand",
    (files) => (files["_headers"] += "\n/x\n  nonsense\n"),
    /dist\/_headers:\d+:1 error: Neither a path nor/,
  ],
  [
    "a sitemap with an address of no page",
    (files) => edit(files, "en-sitemap.xml", "https://site.test/terms<", "https://site.test/term<"),
    /dist\/en-sitemap\.xml:\d+:1 error: https:\/\/site\.test\/term is listed and is not a page of the site\./,
  ],
  [
    "a page that is in no sitemap",
    (files) => edit(files, "en-sitemap.xml", /<url><loc>https:\/\/site.test\/terms<.*\n/, ""),
    /dist\/terms\/index\.html:1:1 error: The page may be indexed and is in no sitemap\./,
  ],
  [
    "a page that is noindex in a sitemap",
    (files) =>
      edit(files, "terms/index.html", "<head>", '<head><meta name="robots" content="noindex">'),
    /https:\/\/site\.test\/terms is listed and is noindex\./,
  ],
  [
    "an address that is listed and is not canonical",
    (files) => edit(files, "terms/index.html", /<link rel="canonical"[^>]*>/, ""),
    /https:\/\/site\.test\/terms is listed and its canonical address is missing\./,
  ],
  [
    "an address with other alternates than its page",
    (files) =>
      edit(
        files,
        "en-sitemap.xml",
        /<xhtml:link rel="alternate" hreflang="de" href="https:\/\/site.test\/de\/alpha"\/>/,
        "",
      ),
    /https:\/\/site\.test\/alpha is listed with other alternates than the page has\./,
  ],
  [
    "an address that is listed twice",
    (files) => edit(files, "en-sitemap.xml", /(<url><loc>https:\/\/site.test\/terms<.*\n)/, "$1$1"),
    /https:\/\/site\.test\/terms is listed twice\./,
  ],
  [
    "lastmod that is no date",
    (files) => edit(files, "en-sitemap.xml", "2026-01-02", "yesterday"),
    /lastmod of .* is not a date: yesterday\./,
  ],
  [
    "an index with a sitemap that does not exist",
    (files) => delete files["de-sitemap.xml"],
    /dist\/(index-)?sitemap\.xml:\d+:\d+ error: The index names the sitemap https:\/\/site\.test\/de-sitemap\.xml, which does not exist/,
  ],
  [
    "a redirect to nothing",
    (files) => (files["_redirects"] += "/older /gone 301\n"),
    /dist\/_redirects:13:1 error: \/older is redirected to \/gone, which does not exist\./,
  ],
  [
    "a redirect to a redirect",
    (files) => (files["_redirects"] += "/older /old 301\n"),
    /\/older is redirected to \/old, which is itself redirected to \/alpha\./,
  ],
  [
    "robots.txt without a sitemap",
    (files) => (files["robots.txt"] = "User-agent: *\nAllow: /\n"),
    /dist\/robots\.txt:1:1 error: robots\.txt names no sitemap\./,
  ],
  [
    "no robots.txt",
    (files) => delete files["robots.txt"],
    /There is no robots\.txt for https:\/\/site\.test\./,
  ],
  ["no home page", (files) => delete files["index.html"], /The site has no home page\./],
];
it.each(FAULTS)("SEO-4 %s", async (_, change, line) => {
  const { code, out } = await checkBuilt(change);
  expect(out).toMatch(line);
  expect(out).toMatch(/^dist\/\S+:\d+:\d+ error: .* \[SITE_FAULT\]$/m);
  expect(code).toBe(1);
});
