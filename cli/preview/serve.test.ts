import { readdirSync, truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DEFAULT_PORT, findPort } from "./listen.ts";
import { PreviewError, startPreview, type Preview } from "./serve.ts";
import { get, getRaw, makeFolder } from "./test-site.ts";
import { only } from "#tests/left-out.ts";

const page = `<!doctype html><p>${"größe ".repeat(900)}</p>`;
const bytes = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => (at * 7) % 251));
const large = "a line of text\n".repeat(400_000);
const folder = makeFolder({
  "index.html": page,
  "small.txt": "small",
  "none.txt": "",
  "sound.wav": bytes,
  "large.txt": large,
  "404.html": page,
  "500.html": "broken",
  _headers: "/*\n  X-All: 1\n/small.txt\n  Vary: Origin\n",
});
const { root } = folder;
let preview: Preview;
let port: number;
beforeAll(async () => {
  preview = await startPreview({ root, port: 0, trailingSlash: false });
  port = preview.port;
});
afterAll(async () => {
  await preview.close();
  folder.remove();
});

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

it.each(["br", "gzip", "zstd"] as const)("CLI-3 %s bodies unpack to the file", async (encoding) => {
  const headers = { "accept-encoding": encoding };
  const reply = await get(port, "/", headers);
  expect(reply.headers).toMatchObject({
    "content-encoding": encoding,
    "content-type": "text/html; charset=utf-8",
    "content-length": String(reply.body.length),
    vary: "Accept-Encoding",
    "x-all": "1",
  });
  expect(reply.headers["accept-ranges"]).toBeUndefined();
  expect(reply.body.length).toBeLessThan(page.length / 10);
  expect(decoders[encoding](reply.body).toString()).toBe(page);
  const again = await get(port, "/", headers);
  expect([again.headers.etag, again.body]).toEqual([reply.headers.etag, reply.body]);

  const streamed = await get(port, "/large.txt", headers);
  expect(streamed.headers["content-encoding"]).toBe(encoding);
  expect(decoders[encoding](streamed.body).toString()).toBe(large);
});

it("CLI-3 each encoding has its own strong ETag", async () => {
  const tags = new Set<string | undefined>();
  for (const encoding of ["br", "gzip", "zstd", "identity"]) {
    tags.add((await get(port, "/", { "accept-encoding": encoding })).headers.etag);
  }
  expect(tags.size).toBe(4);
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
});

it("CLI-3 incompressible files are not compressed, and clients that accept no encoding get 406", async () => {
  const small = await get(port, "/small.txt", { "accept-encoding": "br" });
  expect([small.text, small.headers["content-encoding"]]).toEqual(["small", undefined]);
  const sound = await get(port, "/sound.wav", { "accept-encoding": "br, gzip" });
  expect(sound.body.equals(bytes)).toBe(true);
  expect((await get(port, "/", { "accept-encoding": "*;q=0" })).status).toBe(406);
  const forced = await get(port, "/small.txt", { "accept-encoding": "identity;q=0, gzip" });
  expect(gunzipSync(forced.body).toString()).toBe("small");
  expect(forced.headers.vary).toBe("Origin, Accept-Encoding");
  const missing = await get(port, "/x", { "accept-encoding": "br" });
  expect([missing.status, brotliDecompressSync(missing.body).toString()]).toEqual([404, page]);
});

it("CLI-3 conditional requests give 304 without a body, also by date", async () => {
  for (const encoding of ["br", "identity"]) {
    const headers = { "accept-encoding": encoding };
    const { etag = "", "last-modified": date = "" } = (await get(port, "/", headers)).headers;
    const byTag = await get(port, "/", { ...headers, "if-none-match": etag });
    expect([byTag.status, byTag.text, byTag.headers.etag]).toEqual([304, "", etag]);
    expect(byTag.headers).toMatchObject({ vary: "Accept-Encoding", "cache-control": "no-cache" });
    expect((await get(port, "/", { ...headers, "if-modified-since": date })).status).toBe(304);
    expect((await get(port, "/", { ...headers, "if-none-match": '"x"' })).status).toBe(200);
    expect((await get(port, "/", { ...headers, "if-match": '"x"' })).status).toBe(412);
  }
});

it("CLI-3 a changed file has another ETag", async () => {
  const file = join(root, "changing.txt");
  writeFileSync(file, "one");
  const first = await get(port, "/changing.txt");
  await wait(20);
  writeFileSync(file, "two");
  const second = await get(port, "/changing.txt", { "if-none-match": first.headers.etag ?? "" });
  expect([second.status, second.text]).toEqual([200, "two"]);
});

it("CLI-3 ranges give their bytes, a wrong one 416", async () => {
  const whole = await get(port, "/sound.wav");
  expect(whole.headers["accept-ranges"]).toBe("bytes");
  const { etag = "", "last-modified": date = "" } = whole.headers;
  const part = async (range: string, more = {}) => get(port, "/sound.wav", { range, ...more });

  for (const [range, from, to] of [
    ["bytes=0-99", 0, 99],
    ["bytes=999900-", 999_900, 999_999],
    ["bytes=-5", 999_995, 999_999],
    ["bytes=100-600000", 100, 600_000],
  ] as const) {
    const reply = await part(range, { "accept-encoding": "br" });
    expect([reply.status, reply.headers["content-range"]]).toEqual([
      206,
      `bytes ${from}-${to}/1000000`,
    ]);
    expect(reply.body.equals(bytes.subarray(from, to + 1))).toBe(true);
  }
  const wrong = await part("bytes=1000000-");
  expect([wrong.status, wrong.headers["content-range"]]).toEqual([416, "bytes */1000000"]);
  expect((await part("bytes=0-0,5-9")).status).toBe(200);
  expect((await part("bytes=0-9", { "if-range": etag })).status).toBe(206);
  expect((await part("bytes=0-9", { "if-range": date })).status).toBe(206);
  expect((await part("bytes=0-9", { "if-range": '"old"' })).status).toBe(200);
  expect((await part("bytes=0-9", { "if-none-match": etag })).status).toBe(304);
  expect((await get(port, "/x", { range: "bytes=0-9" })).status).toBe(404);
  expect((await get(port, "/none.txt", { range: "bytes=0-" })).status).toBe(416);

  const text = await get(port, "/large.txt", { range: "bytes=2-5", "accept-encoding": "br" });
  expect([text.text, text.headers["content-encoding"]]).toEqual(["line", undefined]);
});

it("CLI-3 HEAD answers as GET does, without the body", async () => {
  for (const path of ["/", "/sound.wav", "/none.txt", "/x", "/large.txt"]) {
    for (const encoding of ["br", "identity"]) {
      const headers = { "accept-encoding": encoding };
      const [full, head] = [await get(port, path, headers), await get(port, path, headers, "HEAD")];
      const names = ["content-length", "content-type", "content-encoding", "etag", "vary", "x-all"];
      expect(head.body.length).toBe(0);
      expect(head.status).toBe(full.status);
      expect(names.map((name) => head.headers[name])).toEqual(
        names.map((name) => full.headers[name]),
      );
    }
  }
});

it("CLI-3 the API is asked first, and not by a foreign host", async () => {
  const seen: (string | undefined)[] = [];
  const errors: unknown[] = [];
  const served = await startPreview({
    root,
    port: 0,
    trailingSlash: false,
    allowedHosts: ["preview.example", ".team.example"],
    onError: (error) => errors.push(error),
    async api(request, response) {
      await wait(1);
      seen.push(request.url);
      if (request.url === "/fail") throw new Error("api");
      if (request.url !== "/api/hello" || request.method !== "POST") return false;
      response.end("hello");
      return true;
    },
  });
  expect((await get(served.port, "/api/hello", {}, "POST")).text).toBe("hello");
  expect((await get(served.port, "/small.txt")).text).toBe("small");
  const failed = await get(served.port, "/fail");
  expect([failed.status, failed.text, failed.headers["x-all"]]).toEqual([500, "broken", "1"]);
  expect(String(errors)).toBe("Error: api");
  expect(await getRaw(served.port, "/x", "evil.example")).toMatch(/^HTTP\/1\.1 403/);
  expect(seen).toEqual(["/api/hello", "/small.txt", "/fail"]);
  for (const host of ["preview.example:1", "a.team.example", "team.example"]) {
    expect(await getRaw(served.port, "/small.txt", host)).toMatch(/^HTTP\/1\.1 200/);
  }
  expect(await getRaw(served.port, "/small.txt", "xteam.example")).toMatch(/^HTTP\/1\.1 403/);
  await served.close();
});

it("CLI-3 a file that shrinks while it is sent cuts the connection", async () => {
  const file = join(root, "shrinking.bin");
  writeFileSync(file, Buffer.alloc(30_000_000));
  const onError = vi.fn<(error: unknown) => void>();
  const served = await startPreview({ root, port: 0, trailingSlash: false, onError });
  const outcome = new Promise<number>((resolve) => {
    let received = 0;
    const socket = connect(served.port, "127.0.0.1", () => {
      socket.write("GET /shrinking.bin HTTP/1.1\r\nHost: localhost\r\n\r\n");
    });
    socket.once("data", () => truncateSync(file, 5));
    socket.on("data", (chunk) => (received += chunk.length));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received));
  });
  expect(await outcome).toBeLessThan(30_000_000);
  expect(onError).toHaveBeenCalledOnce();
  await served.close();
});

it(
  "CLI-3 no answer leaves a file open, nor does a client that goes",
  only(process.platform === "linux", "on Linux"),
  async () => {
    const openFiles = (): number => readdirSync("/proc/self/fd").length;
    const before = openFiles();
    for (let visit = 0; visit < 30; visit++) {
      const socket = connect(port, "127.0.0.1", () => {
        const path = visit % 2 === 0 ? "/sound.wav" : "/large.txt";
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`);
        if (visit % 3 === 0) socket.destroy();
      });
      socket.once("data", () => socket.destroy());
      await new Promise((resolve) => socket.once("close", resolve));
    }
    for (let visit = 0; visit < 30; visit++) {
      const { etag = "" } = (await get(port, "/sound.wav", {}, "HEAD")).headers;
      await get(port, "/sound.wav", { "if-none-match": etag });
      await get(port, "/sound.wav", { range: "bytes=1000000-" });
      await get(port, "/", { "accept-encoding": "br" });
      await get(port, "/", { "accept-encoding": "*;q=0" });
    }
    // Leaking a file on every second request would leave 15 open; earlier tests may leave a few.
    await vi.waitFor(() => expect(openFiles()).toBeLessThan(before + 10), 20_000);
    expect((await get(port, "/small.txt")).text).toBe("small");
  },
);

it("CLI-3 a port that was given and is taken is an error with a code", async () => {
  const failure = startPreview({ root, port, trailingSlash: false });
  await expect(failure).rejects.toThrow(PreviewError);
  await expect(failure).rejects.toMatchObject({ code: "PORT_IN_USE", port });
});

it("CLI-3 without a port the next free one is taken, of eleven", async () => {
  const tried: number[] = [];
  const listenBelow = (free: number) => (at: number) => {
    tried.push(at);
    const inUse = Object.assign(new Error("in use"), { code: "EADDRINUSE" });
    return at < free ? Promise.reject(inUse) : Promise.resolve(at);
  };
  expect(await findPort(listenBelow(DEFAULT_PORT + 10), undefined)).toBe(DEFAULT_PORT + 10);
  expect(tried).toEqual(Array.from({ length: 11 }, (_, at) => DEFAULT_PORT + at));
  await expect(findPort(listenBelow(DEFAULT_PORT + 11), undefined)).rejects.toMatchObject({
    code: "PORT_IN_USE",
    port: DEFAULT_PORT,
  });
  await expect(findPort(listenBelow(9001), 9000)).rejects.toMatchObject({ port: 9000 });
  expect(tried.slice(22)).toEqual([9000]);
});

it("CLI-10 the signal closes the server, and closing twice is closing once", async () => {
  const abort = new AbortController();
  const served = await startPreview({ root, port: 0, trailingSlash: false, signal: abort.signal });
  expect(served.url).toBe(`http://127.0.0.1:${served.port}`);
  const idle = connect(served.port, "127.0.0.1");
  await new Promise((resolve) => idle.once("connect", resolve));
  abort.abort();
  await Promise.all([served.close(), served.close()]);
  await expect(get(served.port, "/")).rejects.toThrow(/ECONNREFUSED/);
  const late = startPreview({ root, port: 0, trailingSlash: false, signal: abort.signal });
  await expect(late).rejects.toThrow(/abort/i);
});
