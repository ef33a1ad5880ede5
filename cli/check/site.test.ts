import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Files } from "./test-site.ts";
import {
  CONFIG,
  distFiles,
  makeSite,
  removeSites,
  run,
  siteFiles,
  writeFiles,
} from "./test-site.ts";

afterAll(removeSites);

let built: Files;
beforeAll(async () => {
  built = await distFiles(makeSite(siteFiles()));
});

const check = async (change: (files: Files) => void, ...flags: string[]) => {
  const root = makeSite(siteFiles());
  const files = { ...built };
  change(files);
  writeFiles(
    root,
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`dist/${name}`, text])),
  );
  return run(root, ["check", ...flags]);
};
const edit = (files: Files, file: string, from: string | RegExp, to: string): void => {
  const before = files[file]!;
  files[file] = before.replace(from, to);
  expect(files[file]).not.toBe(before);
};
const ALPHA = "alpha/index.html";
const GERMAN = "de/alpha/index.html";
const data = (files: Files, change: (graph: Record<string, any>[]) => void): void => {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(files[ALPHA]!)![1]!;
  const value = JSON.parse(text) as { "@graph": Record<string, any>[] };
  change(value["@graph"]);
  files[ALPHA] = files[ALPHA]!.replace(text, JSON.stringify(value));
};

it("SEO-4 a built site without faults", async () => {
  const { code, out, err } = await check(() => {});
  expect(out).toBe("");
  expect(err).toMatch(/No problems in 7 content files and 11 built pages/);
  expect(code).toBe(0);
});

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
  [
    "a link to nothing",
    (files) => edit(files, ALPHA, "</body>", '\n  <a href="/gone">x</a></body>'),
    /dist\/alpha\/index\.html:3:3 error: href of <a> leads to \/gone, which does not exist\. Correct the link/,
  ],
  [
    "an image of nothing",
    (files) => edit(files, ALPHA, "</body>", '<img srcset="/a.png 1x, /alpha 2x"></body>'),
    /srcset of <img> leads to \/a\.png, which does not exist\./,
  ],
  [
    "a relative link to nothing",
    (files) => edit(files, ALPHA, "</body>", '<a href="gone">x</a></body>'),
    /leads to gone, which does not exist\./,
  ],
  [
    "a script of nothing",
    (files) => edit(files, ALPHA, "</head>", '<script src="/assets/a.js"></script></head>'),
    /src of <script> leads to \/assets\/a\.js, which does not exist\./,
  ],
  [
    "a social image of nothing",
    (files) =>
      edit(
        files,
        ALPHA,
        "</head>",
        '<meta property="og:image" content="https://site.test/og/a.png"></head>',
      ),
    /og:image leads to https:\/\/site\.test\/og\/a\.png, which does not exist\./,
  ],
  [
    "a link to no part of another page",
    (files) => edit(files, "beta/index.html", "/alpha#steps", "/alpha#stepz"),
    /dist\/beta\/index\.html:2:\d+ error: A link leads to \/alpha#stepz, and that page has no such element\./,
  ],
  [
    "a link to no part of its page",
    (files) => edit(files, ALPHA, "#part", "#prat"),
    /href of <a> leads to #prat, and the page has no such element\./,
  ],
  [
    "a script as an address",
    (files) => edit(files, ALPHA, 'href="#part"', 'href="javascript:x()"'),
    /href of <a> is a script/,
  ],
  [
    "an id that stands twice",
    (files) => edit(files, ALPHA, "</body>", '<i id="part"></i></body>'),
    /The id "part" stands twice\./,
  ],
  [
    "a style attribute",
    (files) => edit(files, ALPHA, "<p ", '<p style="color:red" '),
    /<p> has a style attribute/,
  ],
  [
    "an event attribute",
    (files) => edit(files, ALPHA, "<p ", '<p onclick="x()" '),
    /<p> has the event attribute onclick/,
  ],
  [
    "a style element",
    (files) => edit(files, ALPHA, "</head>", "<style>p{}</style></head>"),
    /A <style> element/,
  ],
  [
    "an inline script that the policy does not allow",
    (files) => edit(files, ALPHA, "</head>", "<script>go()</script></head>"),
    /An inline script \('sha256-[^']+'\) is not allowed by the policy in _headers\./,
  ],
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
    "no payload beside a page",
    (files) => delete files["alpha/_payload.json"],
    /The page has no _payload\.json beside it\./,
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
    "structured data that is not JSON",
    (files) => edit(files, ALPHA, '{"@context"', '{"@context'),
    /Structured data is not JSON/,
  ],
  [
    "an application without a name",
    (files) => data(files, ([app]) => delete app!["name"]),
    /Structured data: WebApplication lacks name\./,
  ],
  [
    "an application without a price",
    (files) => data(files, ([app]) => delete app!["offers"]["price"]),
    /Structured data: WebApplication lacks offers\.price\./,
  ],
  [
    "a rating without its count",
    (files) =>
      data(files, ([app]) => {
        delete app!["aggregateRating"]["ratingCount"];
        delete app!["aggregateRating"]["reviewCount"];
      }),
    /lacks aggregateRating\.ratingCount or reviewCount\./,
  ],
  [
    "a rating beyond the best",
    (files) => data(files, ([app]) => (app!["aggregateRating"]["ratingValue"] = 6)),
    /lacks aggregateRating\.ratingValue from 1 to 5\./,
  ],
  [
    "a question without an answer",
    (files) => data(files, (graph) => delete graph[1]!["mainEntity"][0]["acceptedAnswer"]),
    /FAQPage lacks mainEntity\.0\.acceptedAnswer\.text\./,
  ],
  [
    "breadcrumbs that do not count on",
    (files) => data(files, (graph) => (graph[2]!["itemListElement"][1]["position"] = 3)),
    /BreadcrumbList lacks itemListElement\.1\.position: 2\./,
  ],
  [
    "breadcrumbs that lead nowhere",
    (files) =>
      data(files, (graph) => (graph[2]!["itemListElement"][0]["item"] = "https://site.test/gone")),
    /BreadcrumbList names https:\/\/site\.test\/gone, which does not exist\./,
  ],
  [
    "a redirect to nothing",
    (files) => (files["_redirects"] += "/older /gone 301\n"),
    /dist\/_redirects:4:1 error: \/older is redirected to \/gone, which does not exist\./,
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
  const { code, out } = await check(change);
  expect(out).toMatch(line);
  expect(out).toMatch(/^dist\/\S+:\d+:\d+ error: .* \[SITE_FAULT\]$/m);
  expect(code).toBe(1);
});

it("SEO-4 an organization and a web site without name or address", async () => {
  const { out } = await check((files) => {
    edit(files, "index.html", '"@type":"Organization"', '"@type":"Organization","name":""');
    files["index.html"] = files["index.html"]!.replaceAll('"name":"Test",', "");
  });
  expect(out).toMatch(/Structured data: Organization lacks name\./);
  expect(out).toMatch(/Structured data: WebSite lacks name\./);
});

it("SEO-4 an inline script whose hash the policy has is allowed, and data is no script", async () => {
  const digest = `'sha256-${hash("sha256", "go()", "base64")}'`;
  const { code, out } = await check((files) => {
    edit(
      files,
      ALPHA,
      "</head>",
      '<script>go()</script><script type="application/json">{}</script></head>',
    );
    edit(files, "_headers", "script-src 'self'", `script-src 'self' ${digest}`);
  });
  expect(out).toBe("");
  expect(code).toBe(0);
});

it("SEO-4 a link that is redirected, and a redirect from an address that exists, are warnings", async () => {
  const { code, out } = await check((files) => {
    edit(files, ALPHA, "</body>", '<a href="/old">x</a><a href="/beta/">y</a></body>');
    files["_redirects"] += "/beta /alpha 301\n";
  });
  expect(out).toMatch(/warning: href of <a> leads to \/old, which is redirected to \/alpha\./);
  expect(out).toMatch(/warning: href of <a> leads to \/beta\/, which is redirected to \/beta\./);
  expect(out).toMatch(/warning: \/beta is redirected and exists; hosts serve what exists\./);
  expect(code).toBe(0);
});

it("CLI-6 a fault that many pages have is told once", async () => {
  const { out } = await check((files) => {
    for (const file of [ALPHA, GERMAN, "beta/index.html"])
      edit(files, file, "</body>", '<a href="/gone">x</a></body>');
  });
  expect(out.trimEnd().split("\n")).toHaveLength(1);
  expect(out).toContain("which does not exist (and in 2 more files).");
});

it("CLI-6 --locale and --no-site leave other pages out", async () => {
  const change = (files: Files) => edit(files, ALPHA, /<title>.*?<\/title>/, "");
  expect((await check(change, "--locale", "de")).out).not.toContain("SITE_FAULT");
  expect((await check(change, "--locale", "en")).out).toContain("SITE_FAULT");
  expect((await check(change, "--no-site")).code).toBe(0);
});

it("CLI-6 LOC-3 pages of a locale with a domain are looked for at its origin", async () => {
  const files = siteFiles();
  files["toolkit.config.ts"] = CONFIG.replace(
    'endonym: "Deutsch"',
    '$&, domain: "https://site.de.test"',
  );
  const root = makeSite(files);
  const dist = await distFiles(root);
  expect(dist[GERMAN]).toContain('canonical" href="https://site.de.test/alpha"');
  const write = () =>
    writeFiles(
      root,
      Object.fromEntries(Object.entries(dist).map(([name, text]) => [`dist/${name}`, text])),
    );
  dist["de/robots.txt"] = "Sitemap: https://site.de.test/sitemap.xml\n";
  write();
  expect((await run(root, ["check"])).out).toBe("");
  edit(dist, GERMAN, 'href="/alpha#steps"', 'href="/beta-gone"');
  edit(dist, ALPHA, "</body>", '<a href="https://site.de.test/gone">x</a></body>');
  write();
  const { out } = await run(root, ["check"]);
  expect(out).toMatch(
    /dist\/de\/alpha\/index\.html:\d+:\d+ error: .* \/beta-gone, which does not exist/,
  );
  expect(out).toMatch(
    /dist\/alpha\/index\.html:\d+:\d+ error: .* https:\/\/site\.de\.test\/gone, which does not/,
  );
});

it("CLI-6 with slashes at the end of addresses, links without one are redirected", async () => {
  const files = siteFiles();
  files["toolkit.config.ts"] = CONFIG.replace(
    'contact: "mail@site.test"',
    "$&, trailingSlash: true",
  );
  const root = makeSite(files);
  const dist = await distFiles(root);
  writeFiles(
    root,
    Object.fromEntries(Object.entries(dist).map(([name, text]) => [`dist/${name}`, text])),
  );
  const { out } = await run(root, ["check"]);
  expect(out).toMatch(
    /warning: href of <a> leads to \/alpha#steps, which is redirected to \/alpha\//,
  );
});

it("CLI-6 looks at 700 pages in two seconds", { timeout: 30_000 }, async () => {
  const filler = '<p class="x"><a href="/alpha">a</a> <span data-x="1">text</span></p>'.repeat(500);
  const dist = await distFiles(makeSite(siteFiles()));
  const files: Files = { ...dist };
  for (let at = 0; at < 700; at++)
    files[`en-${at}/index.html`] = dist[ALPHA]!.replace("</body>", `${filler}</body>`);
  const root = makeSite(siteFiles());
  writeFiles(
    root,
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`dist/${name}`, text])),
  );
  const startedAt = performance.now();
  await run(root, ["check"]);
  // Twice the time, for machines that do other work, too.
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});
