import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import {
  CONFIG,
  makeSite,
  removeSites,
  writeFiles,
  type Files,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

const ORIGIN = "https://site.test";
const sitemap = (entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join("\n")}\n</urlset>\n`;
const entry = (route: string, lastmod = "2026-01-01", languages = ["en", "de"]): string =>
  `<url><loc>${ORIGIN}${route}</loc><lastmod>${lastmod}</lastmod>${languages.map((each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${ORIGIN}/${each}${route}"/>`).join("")}</url>`;

const OLD: Files = {
  "toolkit.config.ts": CONFIG,
  "old/sitemap.xml": sitemap([
    ...["/", "/de/lost", "/renamed", "/gone", "/hidden", "/rewritten", "/loop", "/abroad"].map(
      (each) => entry(each),
    ),
    entry("/changed"),
    entry("/slash"),
  ]),
  "dist/sitemap.xml": sitemap([
    ...["/", "/new-name", "/de/fresh"].map((each) => entry(each)),
    entry("/changed", "2026-03-01", ["en", "fr"]),
    entry("/slash/"),
  ]),
  "dist/hidden/index.html": "",
  "dist/slash/index.html": "",
  "dist/new-name/index.html": "",
  "dist/_redirects":
    "/renamed /middle 301\n/middle /new-name 301\n/gone / 410\n/rewritten /new-name 200\n/loop /loop2\n/loop2 /loop\n/abroad https://other.test/x 301\n",
};

it("CLI-7 reports added, lost, moved, removed, unlisted and changed addresses", async () => {
  const root = makeSite(OLD);
  const { code, out, err } = await run(root, ["sitemap", "diff", "old", "dist"]);
  expect(out.split("\n").toSorted().filter(Boolean)).toEqual(
    [
      `moved\ten\t${ORIGIN}/abroad\t→ https://other.test/x`,
      `changed\ten\t${ORIGIN}/changed\tlastmod 2026-01-01 → 2026-03-01; alternates -de +fr`,
      `added\tde\t${ORIGIN}/de/fresh\t`,
      `removed\tde\t${ORIGIN}/de/lost\t`,
      `gone\ten\t${ORIGIN}/gone\t`,
      `unlisted\ten\t${ORIGIN}/hidden\t`,
      `removed\ten\t${ORIGIN}/loop\t`,
      `added\ten\t${ORIGIN}/new-name\t`,
      `moved\ten\t${ORIGIN}/renamed\t→ ${ORIGIN}/new-name`,
      `unlisted\ten\t${ORIGIN}/rewritten\t`,
      `moved\ten\t${ORIGIN}/slash\t→ ${ORIGIN}/slash/`,
      `added\ten\t${ORIGIN}/slash/\t`,
    ].toSorted(),
  );
  expect(code).toBe(2);
  expect(err).toContain(
    "old lists 10 addresses, dist 5: 2 removed without a redirect, 3 moved, 1 removed on purpose, 2 no longer listed, 3 added, 1 changed, 1 the same.",
  );
});

it("CLI-7 exit codes: 0 the same, 1 different, 2 lost or not comparable", async () => {
  const root = makeSite({
    ...OLD,
    "other/sitemap.xml": sitemap([entry("/"), entry("/more")]),
    "one/sitemap.xml": sitemap([entry("/")]),
  });
  const codeOf = async (...argv: string[]) => (await run(root, ["sitemap", "diff", ...argv])).code;
  expect(await codeOf("one", "one")).toBe(0);
  expect(await codeOf("one", "other")).toBe(1);
  expect(await codeOf("other", "one")).toBe(2);
  expect(await codeOf("one", "nowhere")).toBe(2);
  expect(await codeOf("one", "one", "--json", "--markdown")).toBe(2);
  expect(await codeOf("one", "one", "--limit", "x")).toBe(2);
  expect(await codeOf("one/sitemap.xml", "other/sitemap.xml")).toBe(1);
});

it("CLI-7 one JSON object, a comment for a pull request, annotations", async () => {
  const files = { ...OLD, "old/sitemap.xml": sitemap([entry("/a`|%0A@x"), entry("/b")]) };
  const root = makeSite(files);
  const json = await run(root, ["sitemap", "diff", "old", "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({
    ok: false,
    same: false,
    old: { name: "old", urls: 2 },
    new: { name: "dist", urls: 5 },
    counts: { removed: 2, added: 5, same: 0 },
    locales: { de: { added: 1 }, en: { added: 4, removed: 2 } },
    removed: [{ url: `${ORIGIN}/a%60|%0A@x`, locale: "en" }, { url: `${ORIGIN}/b` }],
  });
  const { out } = await run(root, ["sitemap", "diff", "old", "--markdown", "--limit", "1"]);
  expect(out).toMatch(/^<!-- toolkit sitemap diff -->\n## Sitemap\n\n❌ /);
  expect(out).toMatch(/^\| locale \| removed .*\n\| --- .*\n\| de \| 0 .*\n\| en \| 2 /m);
  expect(out).toContain("\n- `https://site.test/a%60%7C%0A@x`\n\n… and 1 more.");
  const { err } = await run(root, ["sitemap", "diff", "old"], { GITHUB_ACTIONS: "true" });
  expect(err).toMatch(
    /^::error title=Address without a redirect::https:\/\/site\.test\/a%2560\|%250A@x was listed/m,
  );
});

it("CLI-7 says at which line a sitemap is wrong", async () => {
  const cases: [string | Uint8Array, RegExp][] = [
    ["<html>\n</html>", /bad\/sitemap\.xml:1:1: <html> is neither/],
    [sitemap(["<url><lastmod>2026-01-01</lastmod></url>"]), /:3:35: a <url> without <loc>/],
    [sitemap([entry("/", "yesterday")]), /:3:\d+: <lastmod> "yesterday" is no date/],
    [sitemap(["<url><loc>/relative</loc></url>"]), /"\/relative" is no address/],
    [
      '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset>&x;</urlset>',
      /:1:1: a document type/,
    ],
    ["<urlset><url>", /the file ends before <\/url>/],
    [Buffer.from([0x3c, 0xff]), /not UTF-8/],
    [gzipSync(sitemap([entry("/")])).subarray(0, 60), /compression is damaged/],
    [
      "<sitemapindex><sitemap><loc>https://site.test/../../etc/none.xml</loc></sitemap></sitemapindex>",
      /bad\/etc\/none\.xml: there is no such file/,
    ],
    [
      "<sitemapindex><sitemap><loc>https://site.test/%2e%2e%2ftoolkit.config.ts</loc></sitemap></sitemapindex>",
      /there is no such file/,
    ],
  ];
  for (const [data, expected] of cases) {
    const root = makeSite(OLD);
    fs.mkdirSync(path.join(root, "bad"));
    fs.writeFileSync(path.join(root, "bad/sitemap.xml"), data);
    const { code, err } = await run(root, ["sitemap", "diff", "bad", "dist"]);
    expect(err).toMatch(expected);
    expect(code).toBe(2);
  }
});

it("CLI-7 compares a site on the network with a folder, and asks no other host", async () => {
  const requested: string[] = [];
  let failures = 1;
  const answers: Record<string, string | Uint8Array | number> = {
    "/robots.txt": `Sitemap: ${ORIGIN}/index.xml\n`,
    "/index.xml": `<sitemapindex><sitemap><loc>${ORIGIN}/deep/one.xml.gz</loc></sitemap></sitemapindex>`,
    "/deep/one.xml.gz": gzipSync(sitemap([entry("/"), entry("/de/lost")])),
  };
  const server = http.createServer(({ url = "", method }, response) => {
    requested.push(`${method} ${url}`);
    const answer = answers[url] ?? 404;
    if (url === "/index.xml" && failures-- > 0) response.writeHead(503).end();
    else if (typeof answer === "number")
      response.writeHead(answer, answer === 301 ? { location: "/de/found" } : {}).end();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const live = `http://127.0.0.1:${port}`;
    const root = makeSite(OLD);
    const { code, out } = await run(root, ["sitemap", "diff", live]);
    expect(code).toBe(2);
    expect(out).toContain(`removed\tde\t${ORIGIN}/de/lost\t\n`);
    expect(requested).toEqual([
      "GET /robots.txt",
      "GET /index.xml",
      "GET /index.xml",
      "GET /deep/one.xml.gz",
    ]);
    // In reverse, the site is requested for addresses that it does not list.
    answers["/changed"] = 410;
    answers["/de/fresh"] = 301;
    const back = await run(root, ["sitemap", "diff", "dist", live]);
    expect(back.out).toContain(`gone\ten\t${ORIGIN}/changed\t\n`);
    expect(back.out).toContain(`moved\tde\t${ORIGIN}/de/fresh\t→ ${ORIGIN}/de/found\n`);
    expect(back.out).toContain(`removed\ten\t${ORIGIN}/new-name\t\n`);
    const none = await run(root, ["sitemap", "diff", `${live}/none.xml`]);
    expect(none.err).toContain(`${live}/none.xml: the answer was 404`);
    expect(none.code).toBe(2);
  } finally {
    server.close();
  }
});

it("CLI-7 paths alone are compared with --ignore-origin", async () => {
  const files = {
    ...OLD,
    "old/sitemap.xml": OLD["dist/sitemap.xml"]!.replaceAll(ORIGIN, "http://localhost:4173"),
  };
  const root = makeSite(files);
  const { code, err } = await run(root, ["sitemap", "diff", "old", "dist"]);
  expect(code).not.toBe(0);
  expect(err).toContain("--ignore-origin");
  expect((await run(root, ["sitemap", "diff", "old", "dist", "--ignore-origin"])).code).toBe(0);
});

it("CLI-7 LOC-3 a language with a domain of its own is compared in its own folder", async () => {
  const domain = "https://site.example";
  const config = CONFIG.replace('code: "de",', `code: "de", domain: "${domain}",`);
  const german = (...routes: string[]): string =>
    sitemap(routes.map((each) => entry(each))).replaceAll(`<loc>${ORIGIN}`, `<loc>${domain}`);
  const index = `<sitemapindex><sitemap><loc>${domain}/de-sitemap.xml</loc></sitemap></sitemapindex>`;
  const root = makeSite({
    "toolkit.config.ts": config,
    "old/sitemap.xml": sitemap([entry("/a")]),
    "old/de/sitemap.xml": index,
    "old/de/de-sitemap.xml": german("/a", "/b", "/c"),
    "dist/sitemap.xml": sitemap([entry("/a")]),
    "dist/de/sitemap.xml": index,
    "dist/de/de-sitemap.xml": german("/a"),
    // Pages of the main origin do not belong to the domain.
    "dist/b/index.html": "",
    "dist/de/c/index.html": "",
  });
  const { out } = await run(root, ["sitemap", "diff", "old"]);
  expect(out).toBe(`removed\tde\t${domain}/b\t\nunlisted\tde\t${domain}/c\t\n`);
});

it("CLI-7 builds git revisions aside, and leaves nothing behind", { timeout: 60_000 }, async () => {
  // A site with its own program, which builds quickly.
  const root = makeSite({
    "toolkit.config.ts": CONFIG,
    "bin/toolkit.mjs": `import fs from "node:fs"; import path from "node:path";
const at = (name) => process.argv[process.argv.indexOf(name) + 1];
const root = at("--root");
if (fs.existsSync(path.join(root, "broken"))) { console.error("It is broken."); process.exit(1); }
fs.mkdirSync(path.join(root, "dist")); fs.copyFileSync(path.join(root, "pages.xml"), path.join(root, "dist/sitemap.xml"));
`,
    "pages.xml": sitemap([entry("/")]),
  });
  const git = (...argv: string[]): string =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.test", ...argv], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "one");
  writeFiles(root, { "pages.xml": sitemap([entry("/"), entry("/more")]) });
  git("commit", "-qam", "two");
  const { code, out, err } = await run(root, ["sitemap", "diff", "HEAD~1", "main"]);
  expect(err).toMatch(/^Building HEAD~1 \([\da-f]{10}\)\.$/m);
  expect(out).toBe(`added\ten\t${ORIGIN}/more\t\n`);
  expect(code).toBe(1);
  expect(git("worktree", "list").trim().split("\n").length).toBe(1);
  writeFiles(root, { broken: "" });
  git("add", ".");
  git("commit", "-qm", "three");
  const broken = await run(root, ["sitemap", "diff", "HEAD~1", "HEAD"]);
  expect(broken.code).toBe(2);
  expect(broken.err).toContain("HEAD: It is broken.");
  expect(git("worktree", "list").trim().split("\n").length).toBe(1);
  expect((await run(root, ["sitemap", "diff", "--", "-x", "HEAD"])).code).toBe(2);
});

it("CLI-7 a lost address that is like a new one gets a proposal for a redirect, once for its languages", async () => {
  const old = ["/breath-remover", "/de/breath-remover", "/fr/only-here", "/other"];
  const now = ["/breath-eraser", "/de/breath-eraser", "/fr/only-there", "/de/ohter"];
  const root = makeSite({
    "toolkit.config.ts": CONFIG,
    "old/sitemap.xml": sitemap(old.map((each) => entry(each, "2026-01-01", []))),
    "new/sitemap.xml": sitemap(now.map((each) => entry(each, "2026-01-01", []))),
  });
  const json = await run(root, ["sitemap", "diff", "old", "new", "--json"]);
  const { proposals } = JSON.parse(json.out) as { proposals: unknown[] };
  // /other is English and /de/ohter is German: nothing is proposed across languages.
  expect(proposals).toContainEqual({ from: "/breath-remover", to: "/breath-eraser" });
  expect(proposals).not.toContainEqual(expect.objectContaining({ from: "/de/breath-remover" }));
  expect(proposals).not.toContainEqual(expect.objectContaining({ from: "/other" }));
  const { out } = await run(root, ["sitemap", "diff", "old", "new", "--markdown"]);
  expect(out).toContain('- `{ from: "/breath-remover", to: "/breath-eraser" },`\n');
});

it("CLI-7 addresses with another spelling are proposed by their words, one for one", async () => {
  const propose = async (old: readonly string[], now: readonly string[]) => {
    const root = makeSite({
      "toolkit.config.ts": CONFIG,
      "old/sitemap.xml": sitemap(old.map((each) => entry(each, "2026-01-01", []))),
      "new/sitemap.xml": sitemap(now.map((each) => entry(each, "2026-01-01", []))),
    });
    const { out } = await run(root, ["sitemap", "diff", "old", "new", "--json"]);
    return (JSON.parse(out) as { proposals: unknown[] }).proposals;
  };
  expect(await propose(["/clip-softener", "/team"], ["/wave-clip", "/sound-pool"])).toEqual([
    { from: "/clip-softener", to: "/wave-clip" },
    { from: "/team", to: "/sound-pool" },
  ]);
  // Two candidates with one common word are equally likely, and with two lost addresses it is
  // unknown which one moved.
  expect(await propose(["/clip-softener"], ["/wave-clip", "/clip-wave"])).toEqual([]);
  expect(await propose(["/team", "/prices"], ["/about-everybody"])).toEqual([]);
});
