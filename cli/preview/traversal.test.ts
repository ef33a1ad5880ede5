import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startPreview, type Preview } from "./serve.ts";
import { getRaw, makeFolder, sendRaw } from "./test-site.ts";

const CANARY = "canary-7f3a";
const folder = makeFolder({
  "secret.txt": CANARY,
  "dist-old/secret.txt": CANARY,
  "dist/index.html": "home",
  "dist/404.html": "missing",
  "dist/page/index.html": "page",
  "dist/real/file.txt": "inside",
  "dist/.env": CANARY,
  "dist/.git/config": CANARY,
  "dist/page/.htpasswd": CANARY,
  "dist/.hidden/index.html": CANARY,
  "dist/.well-known/.key": CANARY,
  "dist/deep/.well-known/key": CANARY,
  "dist/page:stream": CANARY,
  "dist/trailing.": CANARY,
  "dist/trailing ": CANARY,
  "dist/short~1": CANARY,
  "dist/_headers": `# ${CANARY}\n/*\n  X-All: 1`,
  "dist/_redirects": `# ${CANARY}\n/into-dot/* /.git/:splat 200\n/up/* /:splat 200\n/go/* /:splat`,
});
const root = join(folder.root, "dist");
let preview: Preview;

beforeAll(async () => {
  symlinkSync("../secret.txt", join(root, "leak.txt"));
  symlinkSync("../../secret.txt", join(root, "page/leak.html"));
  symlinkSync(folder.root, join(root, "out"));
  symlinkSync("../dist-old", join(root, "neighbour"));
  symlinkSync("real", join(root, "alias"));
  symlinkSync("real", join(root, ".alias"));
  symlinkSync(".git", join(root, "dotted"));
  symlinkSync("_headers", join(root, "rules.txt"));
  symlinkSync("loop", join(root, "loop"));
  symlinkSync("gone", join(root, "dangling"));
  mkdirSync(join(root, "folder.html"));
  execFileSync("mkfifo", [join(root, "pipe.txt")]);
  preview = await startPreview({ root, port: 0, trailingSlash: false });
});
afterAll(async () => {
  await preview.close();
  folder.remove();
});

const vectors = [
  "/../secret.txt",
  "/../../../../../../etc/passwd",
  "/page/../../secret.txt",
  "/./../secret.txt",
  "/%2e%2e/secret.txt",
  "/%2E%2E/secret.txt",
  "/.%2e/secret.txt",
  "/%2e./secret.txt",
  "/%2e%2e%2fsecret.txt",
  "/..%2fsecret.txt",
  "/..%2Fsecret.txt",
  "/page%2f..%2f..%2fsecret.txt",
  "/%252e%252e/secret.txt",
  "/%252e%252e%252fsecret.txt",
  "/..%252fsecret.txt",
  "/%25252e%25252e%25252fsecret.txt",
  "/..\\secret.txt",
  "\\..\\secret.txt",
  "/..%5csecret.txt",
  "/%2e%2e%5csecret.txt",
  "/..%255csecret.txt",
  "/page\\..\\..\\secret.txt",
  "/..;/secret.txt",
  "/..;a=b/secret.txt",
  "/%2e%2e;/secret.txt",
  "/page/..;/..;/secret.txt",
  "/.../secret.txt",
  "/....//secret.txt",
  "/....\\/secret.txt",
  "/..//secret.txt",
  "//../secret.txt",
  "/%c0%ae%c0%ae/secret.txt",
  "/%c0%ae%c0%ae%c0%afsecret.txt",
  "/%e0%80%ae%e0%80%ae/secret.txt",
  "/%f0%80%80%ae%f0%80%80%ae/secret.txt",
  "/%uff0e%uff0e/secret.txt",
  "/%ef%bc%8e%ef%bc%8e%ef%bc%8fsecret.txt",
  "/\xc0\xae\xc0\xae/secret.txt",
  "/%00",
  "/leak.txt%00.html",
  "/.env%00.html",
  "/%00../secret.txt",
  "/secret.txt%0d%0aX-Evil:1",
  "/etc/passwd",
  "//etc/passwd",
  "///etc/passwd",
  "/%2fetc%2fpasswd",
  "/file:///etc/passwd",
  "file:///etc/passwd",
  "//server/share/secret.txt",
  "/\\\\server\\share\\secret.txt",
  "/C:/Windows/win.ini",
  "/c:%5cWindows%5cwin.ini",
  "/..%2f..%2f..%2f..%2fetc%2fpasswd%3fx",
  "/page/%2e%2e/%2e%2e/secret.txt?x=/../",
  "/..#/secret.txt",
  "/.env",
  "/.env.",
  "/.env%20",
  "/.env/",
  "/%2eenv",
  "/.ENV",
  "/.git/config",
  "/.git//config",
  "/%2egit/config",
  "/page/.htpasswd",
  "/.hidden",
  "/.hidden/",
  "/.hidden/index.html",
  "/.well-known/.key",
  "/.well-known/../.env",
  "/deep/.well-known/key",
  "/_headers",
  "/_headers.",
  "/_headers%20",
  "/_headers::$DATA",
  "/_headers:stream",
  "/.env::$DATA",
  "/_HEADE~1",
  "/rules.txt",
  "/_redirects",
  "//_redirects",
  "/%5fredirects",
  "/leak.txt",
  "/page/leak",
  "/page/leak.html",
  "/out/secret.txt",
  "/out/dist/.env",
  "/neighbour/secret.txt",
  "/alias/../../secret.txt",
  "/dotted/config",
  "/.alias/file.txt",
  "/page:stream",
  "/trailing.",
  "/trailing%20",
  "/short~1",
  "/loop",
  "/loop/secret.txt",
  "/dangling",
  "/pipe.txt",
  "/folder",
  "/folder.html",
  "/real",
  "/real/",
  "/into-dot/config",
  "/up/.env",
  "/up/out/secret.txt",
  "/up/%2e%2e/secret.txt",
  `/${"a".repeat(300)}`,
  `/${"a/".repeat(3000)}`,
  `/${"../".repeat(500)}secret.txt`,
  "*",
  "secret.txt",
  "?/../secret.txt",
];

it(`CLI-3 serves nothing outside the folder or hidden in it, by ${vectors.length} spellings`, async () => {
  expect(vectors.length).toBeGreaterThanOrEqual(36);
  const leaks: string[] = [];
  for (const vector of vectors) {
    const reply = await getRaw(preview.port, vector);
    const isRefused = /^HTTP\/1\.1 (400|404) /.test(reply);
    if (!isRefused || reply.includes(CANARY) || /root:.*:0:0|X-Evil/i.test(reply))
      leaks.push(`${vector}: ${reply}`);
  }
  expect(leaks).toEqual([]);
});

it("CLI-3 follows a link that stays inside", async () => {
  expect(await getRaw(preview.port, "/alias/file.txt")).toMatch(/^HTTP\/1\.1 200.*inside$/s);
});

it.each([
  "//evil.example",
  "//evil.example/",
  "//evil.example/%2e%2e",
  "///evil.example/",
  "/\\evil.example/",
  "/%5cevil.example/",
  "/%2f%2fevil.example/",
  "//page/",
  "//evil.example//page/",
  "/page//evil.example/..",
  "/go//evil.example",
  "/go///evil.example/",
  "/go/%5cevil.example",
  "/go/%09/evil.example",
  "/go/https:/evil.example",
  "/go//%40evil.example",
  "//page/index.html",
  "/page/%0d%0aLocation:%20https://evil.example",
])("CLI-3 %s redirects to this host or not at all", async (target) => {
  const reply = await getRaw(preview.port, target);
  const location = /^location: (.*)\r$/im.exec(reply)?.[1];
  if (location === undefined) return;
  expect(location).toMatch(/^\/(?![/\\])/);
  expect(new URL(location, "http://localhost").host).toBe("localhost");
});

it.each([
  ["evil.example", 403],
  ["evil.example:80", 403],
  ["localhost.evil.example", 403],
  ["127.0.0.1.evil.example", 403],
  ["127.0.0.1.nip.io", 403],
  ["127.0.0.2", 403],
  ["0.0.0.0", 403],
  ["evil.example@localhost", 403],
  ["localhost@evil.example", 403],
  ["localhost, evil.example", 403],
  ["local host", 403],
  ["", 403],
  ["localhost", 200],
  ["LOCALHOST:4173", 200],
  ["localhost.", 200],
  ["en.localhost", 200],
  ["127.0.0.1:1", 200],
  ["[::1]:1", 200],
])("CLI-3 Host %j answers %i", async (host, status) => {
  const reply = await getRaw(preview.port, "/", host);
  expect(reply.slice(9, 12)).toBe(String(status));
  expect(reply.includes("home")).toBe(status === 200);
});

it("CLI-3 a target in absolute form is held to the same hosts", async () => {
  expect(await getRaw(preview.port, "http://evil.example/")).toMatch(/^HTTP\/1\.1 403/);
  expect(await getRaw(preview.port, "http://localhost/", "evil.example")).toMatch(
    /^HTTP\/1\.1 403/,
  );
  expect(await getRaw(preview.port, "http://localhost:9/")).toMatch(/^HTTP\/1\.1 200/);
});

it.each([
  ["no HTTP at all", "hello\r\n\r\n", 400],
  ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["two Hosts", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: b\r\nConnection: close\r\n\r\n", 400],
  ["a space in the address", "GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
  ["a NUL in a header", "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n", 400],
  [
    "two lengths",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["a method with a body", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\na", 405],
  [
    "9 kB of address",
    `GET /${"a".repeat(9000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    414,
  ],
  ["40 kB of address", `GET /${"a".repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 414],
  ["40 kB of header", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(40_000)}\r\n\r\n`, 431],
])("CLI-3 %s is refused", async (_, bytes, status) => {
  expect((await sendRaw(preview.port, bytes)).slice(9, 12)).toBe(String(status));
});

it("CLI-3 headers that do not arrive in time end the connection", async () => {
  const slow = await startPreview({ root, port: 0, trailingSlash: false, headersTimeout: 200 });
  const reply = await sendRaw(slow.port, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  expect(reply).toMatch(/^HTTP\/1\.1 408/);
  await slow.close();
});
