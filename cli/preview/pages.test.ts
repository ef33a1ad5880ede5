import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { discard, type Answer } from "./answer.ts";
import { createSite, type Site } from "./handle.ts";
import { readBytes } from "./open-file.ts";
import { makeFolder } from "./test-site.ts";

const folder = makeFolder({
  "index.html": "home",
  "about/index.html": "about",
  "plain.html": "plain",
  "both.html": "both, the file",
  "both/index.html": "both, the folder",
  "de/größe/index.html": "size",
  "empty/data.json": "{}",
  "robots.txt": "robots",
  "404.html": "nothing here",
  "500.html": "broken",
  ".well-known/security.txt": "contact",
  ".well-known/.secret": "no",
  "assets/index-B-a1_xYz.js": "js",
  "assets/icon-Download.png": "png",
  "assets/background.css": "css",
  _headers: "/*\n  X-All: 1\n/assets/*\n  X-Asset: 1\n/gone/*\n  Cache-Control: max-age=99\n",
  _redirects: [
    "/about /never 302",
    "/robots.txt /forced 302!",
    "/old/* /about?from=:splat 301",
    "/shown /about 200",
    "/lost /plain 404",
    "/secret /.well-known/.secret 200",
    "/nowhere /missing 200",
    "/out https://out.example/ 307",
  ].join("\n"),
});
let site: Site;
let slashed: Site;
beforeAll(() => {
  site = createSite({ root: folder.root, trailingSlash: false });
  slashed = createSite({ root: folder.root, trailingSlash: true });
});
afterAll(folder.remove);

async function textOf(answer: Answer): Promise<string> {
  const { body } = answer;
  if (body === undefined) return "";
  const bytes = "handle" in body ? await readBytes(body.handle, body.start, body.length) : body;
  await discard(answer);
  return new TextDecoder().decode(bytes).trim();
}

async function visit(target: string, from = site, method = "GET"): Promise<string> {
  const answer = await from.handle({ method, target, headers: {} });
  return `${answer.status} ${answer.headers.get("location") ?? (await textOf(answer))}`;
}

it.each([
  ["/", "200 home"],
  ["/?a=1", "200 home"],
  ["/about", "200 about"],
  ["/about/", "308 /about"],
  ["/about/?a=1&b=%2F", "308 /about?a=1&b=%2F"],
  ["/about/index.html?x", "308 /about?x"],
  ["/index.html", "308 /"],
  ["/plain", "200 plain"],
  ["/plain.html", "308 /plain"],
  ["/plain/", "308 /plain"],
  ["/both", "200 both, the folder"],
  ["/both.html", "200 both, the file"],
  ["/both/index.html", "308 /both"],
  ["/de/gr%C3%B6%C3%9Fe", "200 size"],
  ["/de/gr%c3%b6%c3%9fe/", "308 /de/gr%C3%B6%C3%9Fe"],
  ["/%61bout", "200 about"],
  ["/empty", "404 nothing here"],
  ["/empty/", "404 nothing here"],
  ["/empty/data.json", "200 {}"],
  ["/empty/data.json/", "404 nothing here"],
  ["/index", "404 nothing here"],
  ["/404.html", "200 nothing here"],
  ["/404", "404 nothing here"],
  ["/500", "404 nothing here"],
  ["/.well-known/security.txt", "200 contact"],
  ["/.well-known/.secret", "404 nothing here"],
  ["//", "308 /"],
  ["//about", "308 /about"],
  ["/about//", "308 /about"],
  ["/empty//data.json", "308 /empty/data.json"],
  ["//evil.example", "404 nothing here"],
  ["//evil.example/%2e%2e", "400 The address is malformed."],
  ["http://localhost/about", "200 about"],
  ["http://localhost", "200 home"],
])("CLI-3 %s answers %s", async (target, expected) => {
  expect(await visit(target)).toBe(expected);
});

it.each([
  ["/", "200 home"],
  ["/about", "308 /about/"],
  ["/about/", "200 about"],
  ["/about/index.html", "308 /about/"],
  ["/index.html", "308 /"],
  ["/plain", "308 /plain/"],
  ["/plain.html?x", "308 /plain/?x"],
  ["/plain/", "200 plain"],
  ["/empty/data.json", "200 {}"],
])("CLI-3 with trailing slashes %s answers %s", async (target, expected) => {
  expect(await visit(target, slashed)).toBe(expected);
});

it.each([
  ["/robots.txt", "302 /forced"],
  ["/old/x", "301 /about?from=x"],
  ["/shown", "200 about"],
  ["/lost", "404 plain"],
  ["/secret", "404 nothing here"],
  ["/nowhere", "404 nothing here"],
  ["/out?x=1", "307 https://out.example/?x=1"],
])("RTE-4 _redirects: %s answers %s", async (target, expected) => {
  expect(await visit(target)).toBe(expected);
});

it.each([
  "_headers",
  "_redirects",
  "_HEADERS",
  "%5Fheaders",
  "_headers/",
  "_redirects.",
  "_heade~1",
])("RTE-4 /%s is never served", async (name) => {
  expect(await visit(`/${name}`)).toBe("404 nothing here");
});

it("CLI-3 methods other than GET and HEAD are refused with those that are allowed", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "TRACE"]) {
    const answer = await site.handle({ method, target: "/", headers: {} });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  }
  const options = await site.handle({ method: "OPTIONS", target: "*", headers: {} });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
});

it("RTE-4 error pages carry the site's headers, and are not stored", async () => {
  const missing = await site.handle({ method: "GET", target: "/gone/x", headers: {} });
  expect(missing.headers.get("x-all")).toBe("1");
  expect(missing.headers.get("cache-control")).toBe("no-cache");
  expect(missing.headers.get("etag")).toBeNull();
  await discard(missing);
  const failed = await site.fail({ method: "GET", target: "/x", headers: {} });
  expect([failed.status, failed.headers.get("x-all")]).toEqual([500, "1"]);
  expect(await textOf(failed)).toBe("broken");
});

it.each([
  ["/assets/index-B-a1_xYz.js", "public, max-age=31536000, immutable"],
  ["/assets/background.css", "no-cache"],
  ["/assets/icon-Download.png", "no-cache"],
  ["/assets/missing-B-a1_xYz.js", "no-cache"],
  ["/about", "no-cache"],
])("CLI-3 %s has Cache-Control %s", async (target, expected) => {
  const answer = await site.handle({ method: "GET", target, headers: {} });
  expect(answer.headers.get("cache-control")).toBe(expected);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  await discard(answer);
});

it("CLI-3 the rule files are read again when they change, and problems are reported once", async () => {
  const { root, remove } = makeFolder({ "a.txt": "a", _headers: "/*\n  X-V: 1\n  wrong\n" });
  const problems: string[] = [];
  const changing = createSite({
    root,
    trailingSlash: false,
    onProblem: ({ file, line }) => problems.push(`${file}:${line}`),
  });
  const version = async () => {
    const answer = await changing.handle({ method: "GET", target: "/a.txt", headers: {} });
    await discard(answer);
    return answer.headers.get("x-v");
  };
  expect([await version(), await version(), problems]).toEqual(["1", "1", ["_headers:3"]]);
  writeFileSync(join(root, "_headers"), "/*\n  X-V: 2\n");
  expect(await version()).toBe("2");
  writeFileSync(join(root, "_redirects"), "/a.txt /b 302!\n");
  expect(await visit("/a.txt", changing)).toBe("302 /b");
  expect(problems).toHaveLength(1);
  remove();
  expect(await visit("/a.txt", changing)).toMatch(/^503 /);
});

it("CLI-3 a date to come is not given as Last-Modified", async () => {
  const { root, remove } = makeFolder({ "a.txt": "a" });
  utimesSync(join(root, "a.txt"), 4e9, 4e9);
  const future = createSite({ root, trailingSlash: false });
  const answer = await future.handle({ method: "GET", target: "/a.txt", headers: {} });
  await discard(answer);
  expect(Date.parse(answer.headers.get("last-modified") ?? "")).toBeLessThanOrEqual(Date.now());
  remove();
});
