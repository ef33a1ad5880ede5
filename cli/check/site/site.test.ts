import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  type Files,
  CONFIG,
  checkBuilt,
  distFiles,
  edit,
  makeSite,
  removeSites,
  siteFiles,
  writeDist,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

const ALPHA = "alpha/index.html";
const GERMAN = "de/alpha/index.html";

it("SEO-4 a built site without faults", async () => {
  const { code, out, err } = await checkBuilt(() => {});
  expect(out).toBe("");
  expect(err).toMatch(/No problems in 7 content files and 13 built pages/);
  expect(code).toBe(0);
});

const FAULTS: [what: string, change: (files: Files) => void, line: RegExp][] = [
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
    "no payload beside a page",
    (files) => delete files["alpha/_payload.json"],
    /The page has no _payload\.json beside it\./,
  ],
];
it.each(FAULTS)("SEO-4 %s", async (_, change, line) => {
  const { code, out } = await checkBuilt(change);
  expect(out).toMatch(line);
  expect(out).toMatch(/^dist\/\S+:\d+:\d+ error: .* \[SITE_FAULT\]$/m);
  expect(code).toBe(1);
});

it("SEO-4 an inline script whose hash the policy has is allowed, and data is no script", async () => {
  const digest = `'sha256-${hash("sha256", "go()", "base64")}'`;
  const { code, out } = await checkBuilt((files) => {
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
  const { code, out } = await checkBuilt((files) => {
    edit(files, ALPHA, "</body>", '<a href="/old">x</a><a href="/beta/">y</a></body>');
    files["_redirects"] += "/beta /alpha 301\n";
  });
  expect(out).toMatch(/warning: href of <a> leads to \/old, which is redirected to \/alpha\./);
  expect(out).toMatch(/warning: href of <a> leads to \/beta\/, which is redirected to \/beta\./);
  expect(out).toMatch(/warning: \/beta is redirected and exists; hosts serve what exists\./);
  expect(code).toBe(0);
});

it("CLI-6 a problem of many pages is reported once", async () => {
  const { out } = await checkBuilt((files) => {
    for (const file of [ALPHA, GERMAN, "beta/index.html"])
      edit(files, file, "</body>", '<a href="/gone">x</a></body>');
  });
  expect(out.trimEnd().split("\n")).toHaveLength(1);
  expect(out).toContain("which does not exist (and in 2 more files).");
});

it("CLI-6 --locale and --no-site leave other pages out", async () => {
  const change = (files: Files) => edit(files, ALPHA, /<title>.*?<\/title>/, "");
  expect((await checkBuilt(change, "--locale", "de")).out).not.toContain("SITE_FAULT");
  expect((await checkBuilt(change, "--locale", "en")).out).toContain("SITE_FAULT");
  expect((await checkBuilt(change, "--no-site")).code).toBe(0);
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
  const write = () => writeDist(root, dist);
  dist["de/robots.txt"] = "Sitemap: https://site.de.test/sitemap.xml\n";
  write();
  expect((await run(root, ["check"])).out).toBe("");
  dist["de/robots.txt"] = "User-agent: *\n";
  write();
  expect((await run(root, ["check"])).out).toContain("robots.txt names no sitemap");
  // Without translations there is none.
  fs.rmSync(path.join(root, "dist/de/sitemap.xml"));
  expect((await run(root, ["check"])).out).not.toContain("robots.txt names no sitemap");
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
  writeDist(root, dist);
  const { out } = await run(root, ["check"]);
  expect(out).toMatch(
    /warning: href of <a> leads to \/alpha#steps, which is redirected to \/alpha\//,
  );
});

it("CLI-6 looks at 700 large pages at once", { timeout: 60_000 }, async () => {
  const filler = '<p class="x"><a href="/alpha">a</a> <span data-x="1">text</span></p>'.repeat(500);
  const dist = await distFiles(makeSite(siteFiles()));
  const files: Files = { ...dist };
  for (let at = 0; at < 700; at++)
    files[`en-${at}/index.html`] = dist[ALPHA]!.replace("</body>", `${filler}</body>`);
  const root = makeSite(siteFiles());
  writeDist(root, files);
  const { err } = await run(root, ["check"]);
  expect(err).toContain("built pages");
});
