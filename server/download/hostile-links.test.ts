import fs from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { readArticle } from "#core/api/downloads/read-article.ts";
import { resolveDownload } from "#core/api/downloads/resolve-download.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { createHttpSource } from "./http-source.ts";

const MB = 1024 * 1024;
/** Response bodies by path, with their types. */
const BODIES: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  "/signs": ["text/html", `<html><p>${"<".repeat(3.9 * MB)}`],
  "/scripts": ["text/html", `<html><body>${"<script application/ld+json>".repeat(100_000)}`],
  "/attributes": ["text/html", `<html><body><a ${"a=".repeat(MB)}`],
  "/comments": ["text/html", `<html><body>${"<!--".repeat(500_000)}`],
  "/json": [
    "text/html",
    `<html><script type="application/ld+json">${"[".repeat(3 * MB)}</script></html>`,
  ],
  "/nested": ["text/html", `<html><body>${"<div>".repeat(500_000)}text</body></html>`],
  "/feed": ["application/rss+xml", `<rss>${"<image>".repeat(500_000)}<item></item></rss>`],
  "/items": ["application/rss+xml", `<rss>${"<item>".repeat(500_000)}</rss>`],
  "/periods": ["application/dash+xml", `<MPD>${"<Period>".repeat(500_000)}</MPD>`],
  "/flat": ["application/dash+xml", `<MPD>${"<Period/>".repeat(500_000)}</MPD>`],
  "/cdata": ["application/dash+xml", `<MPD>${"<![CDATA[".repeat(500_000)}</MPD>`],
  "/maps": ["audio/x-mpegurl", `#EXTM3U\n${'#EXT-X-MAP:URI="a"\n'.repeat(500_000)}`],
  "/keys": ["audio/x-mpegurl", `#EXTM3U\n${"#EXT-X-KEY:METHOD=NONE\n".repeat(500_000)}`],
  "/lines": ["audio/x-mpegurl", `#EXTM3U\n${"\n".repeat(15 * MB)}`],
  "/gzip": ["text/html", gzipSync("<p>".repeat(20 * MB))],
};

describe("API-17 a link to a hostile page", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hostile-links-"));
  let web: Server;
  let server: TestServer;
  let at = "";
  beforeAll(async () => {
    web = createServer((request, response) => {
      const [type, body] = BODIES[request.url!]!;
      const headers = request.url === "/gzip" ? { "content-encoding": "gzip" } : {};
      response.writeHead(200, { "content-type": type, ...headers }).end(body);
    });
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    at = `http://media.example:${(web.address() as AddressInfo).port}`;
    const network = {
      lookUp: async () => [{ address: "127.0.0.1", family: 4 }],
      isAllowed: () => true,
    };
    const database = { url: null, file: path.join(folder, "db.sqlite"), connections: 2 } as const;
    server = await createTestServer(database, { media: [createHttpSource(network)] });
  });
  afterAll(async () => {
    await server.close();
    web.closeAllConnections();
    web.close();
    fs.rmSync(folder, { recursive: true });
  });

  it("does not stop the event loop, and other calls are answered meanwhile", async () => {
    const { token } = await server.addUser();
    const other = await server.addUser("other@example.org");
    // Starts the thread and warms it up.
    await server.call(resolveDownload, { url: `${at}/gzip` }, { token });
    let isOver = false;
    let longest = 0;
    let answered = 0;
    const from = performance.now();
    const reading = server
      .call(readArticle, { url: `${at}/signs` }, { token })
      .finally(() => (isOver = true));
    for (let last = performance.now(); !isOver;) {
      const balance = await server.call(getBalance, {}, { token: other.token });
      if (balance.status === 200 && !isOver) answered++;
      await new Promise((resolve) => setImmediate(resolve));
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    await reading;
    expect(answered).toBeGreaterThan(5);
    expect(longest / (performance.now() - from)).toBeLessThan(0.5);
  });

  it.each(Object.keys(BODIES))(
    "%s has an answer, as a page and as an article",
    async (pathname) => {
      const { token } = await server.addUser(`user${pathname.slice(1)}@example.org`);
      for (const call of [resolveDownload, readArticle]) {
        const { status } = await server.call(call, { url: `${at}${pathname}` }, { token });
        expect([200, 400, 413, 422]).toContain(status);
      }
    },
  );
});
