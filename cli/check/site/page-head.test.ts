import { afterAll, expect, it } from "vitest";
import { type Files, checkBuilt, edit, removeSites } from "#tests/fixtures/checked-site.ts";

afterAll(removeSites);

const ALPHA = "alpha/index.html";
const GERMAN = "de/alpha/index.html";

const FAULTS: [what: string, change: (files: Files) => void, line: RegExp][] = [
  [
    "no title",
    (files) => edit(files, ALPHA, /<title>.*?<\/title>/, ""),
    /alpha\/index\.html:1:1 error: The page has no title\./,
  ],
  [
    "two titles",
    (files) => edit(files, ALPHA, "</head>", "<title>More</title></head>"),
    /The page has 2 title elements\./,
  ],
  [
    "an empty title",
    (files) => edit(files, ALPHA, /<title>.*?</, "<title> <"),
    /<title> is empty\./,
  ],
  [
    "no description",
    (files) => edit(files, ALPHA, /<meta name="description"[^>]*>/, ""),
    /The page has no description\./,
  ],
  [
    "an empty description",
    (files) => edit(files, ALPHA, /(<meta name="description" content=")[^"]*/, "$1"),
    /The description is empty\./,
  ],
  ["two headings", (files) => edit(files, ALPHA, "</body>", "<h1>x</h1></body>"), /2 h1 elements/],
  ["no heading", (files) => edit(files, ALPHA, /<(\/?)h1/g, "<$1h2"), /The page has no h1\./],
  [
    "a canonical address of another page",
    (files) =>
      edit(
        files,
        ALPHA,
        'canonical" href="https://site.test/alpha',
        'canonical" href="https://site.test/de/alpha',
      ),
    /The canonical address is https:\/\/site\.test\/de\/alpha and not https:\/\/site\.test\/alpha\./,
  ],
  [
    "a canonical address with a query",
    (files) => edit(files, ALPHA, /(canonical" href="[^"]*)/, "$1?a=1"),
    /The canonical address https:\/\/site\.test\/alpha\?a=1 has a query/,
  ],
  [
    "a canonical address that is not among the alternates",
    (files) => edit(files, ALPHA, /(canonical" href="[^"]*)/, "$1/"),
    /The canonical address is not among the hreflang links\./,
  ],
  [
    "og:url that is not the canonical address",
    (files) => edit(files, ALPHA, /(og:url" content="[^"]*)/, "$1x"),
    /og:url is not the canonical address\./,
  ],
  [
    "a page that does not name itself as an alternate",
    (files) =>
      edit(files, ALPHA, /<link rel="alternate" hreflang="(en|en-US|x-default)" [^>]*>/g, ""),
    /The page is not among its own hreflang links\./,
  ],
  [
    "an alternate that does not link back",
    (files) =>
      edit(files, GERMAN, /<link rel="alternate" hreflang="(en|en-US|x-default)" [^>]*>/g, ""),
    /dist\/alpha\/index\.html:1:1 error: The hreflang link https:\/\/site\.test\/de\/alpha is not returned by that page\./,
  ],
  [
    "a translation that no alternate names",
    (files) => edit(files, ALPHA, /<link rel="alternate" hreflang="de" [^>]*>/, ""),
    /No hreflang link leads to the translation https:\/\/site\.test\/de\/alpha\./,
  ],
  [
    "an alternate that does not exist",
    (files) => edit(files, ALPHA, /(hreflang="de" href="[^"]*)/, "$1x"),
    /leads to https:\/\/site\.test\/de\/alphax, which does not exist\./,
  ],
  [
    "an alternate that is noindex",
    (files) => edit(files, GERMAN, "<head>", '<head><meta name="robots" content="noindex">'),
    /The hreflang link https:\/\/site\.test\/de\/alpha leads to a page that is noindex\./,
  ],
  [
    "alternates without x-default",
    (files) => edit(files, ALPHA, /<link rel="alternate" hreflang="x-default" [^>]*>/, ""),
    /The hreflang links have no x-default\./,
  ],
  [
    "hreflang that is no language",
    (files) => edit(files, ALPHA, 'hreflang="en-US"', 'hreflang="en-uk"'),
    /hreflang="en-uk" is not a language\./,
  ],
  [
    "alternates on a page that is noindex",
    (files) =>
      edit(
        files,
        "subscription/index.html",
        "</head>",
        '<link rel="alternate" hreflang="en" href="https://site.test/alpha"></head>',
      ),
    /The page is noindex and has hreflang links\./,
  ],
  [
    "<html lang> of another language",
    (files) => edit(files, GERMAN, 'lang="de"', 'lang="en"'),
    /<html lang> is "en" and not "de"\./,
  ],
  [
    "the wrong direction",
    (files) => edit(files, GERMAN, 'dir="ltr"', 'dir="rtl"'),
    /<html dir> is "rtl"/,
  ],
];
it.each(FAULTS)("SEO-4 %s", async (_, change, line) => {
  const { code, out } = await checkBuilt(change);
  expect(out).toMatch(line);
  expect(out).toMatch(/^dist\/\S+:\d+:\d+ error: .* \[SITE_FAULT\]$/m);
  expect(code).toBe(1);
});
