import { expect, it } from "vitest";
import { chooseEncoding } from "./accept-encoding.ts";
import { parseRange } from "./byte-range.ts";
import { createCompressedCache } from "./compression.ts";
import { contentType, isCompressible } from "./content-type.ts";
import { checkConditions, isRangeCurrent } from "./preconditions.ts";

it.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, zstd", "zstd"],
  ["GZip", "gzip"],
  ["x-gzip", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0, *", "zstd"],
  ["*", "br"],
  ["*;q=0", undefined],
  ["identity;q=0", undefined],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["identity;q=1, br;q=0.5", "identity"],
  ["identity;q=0.5, br;q=0.5", "br"],
  ["gzip;q=0, *;q=0", undefined],
  ["deflate, compress", "identity"],
  ["br;q=nonsense, gzip", "gzip"],
  ["gzip ; q=0.2 , zstd ; q=0.3", "zstd"],
])("CLI-3 Accept-Encoding %j gives %j", (header, expected) => {
  expect(chooseEncoding(header, true)).toBe(expected);
});

it("CLI-3 a body that is not worth it is compressed only where nothing else is accepted", () => {
  expect(chooseEncoding("br, gzip", false)).toBe("identity");
  expect(chooseEncoding("identity;q=0, gzip", false)).toBe("gzip");
  expect(chooseEncoding("*;q=0", false)).toBeUndefined();
});

it.each([
  ["bytes=0-0", { start: 0, length: 1 }],
  ["bytes=2-", { start: 2, length: 8 }],
  ["bytes=-3", { start: 7, length: 3 }],
  ["bytes=-30", { start: 0, length: 10 }],
  ["bytes=8-99999999999999999999999", { start: 8, length: 2 }],
  ["BYTES=1-2", { start: 1, length: 2 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=99999999999999999999-", "unsatisfiable"],
  ["bytes=5-2", undefined],
  ["bytes=-", undefined],
  ["bytes=a-b", undefined],
  ["bytes=0-1,3-4", undefined],
  ["lines=0-1", undefined],
  ["bytes=0x1-5", undefined],
])("CLI-3 Range %j of 10 bytes is %j", (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected);
});

it("CLI-3 an empty file satisfies no range", () => {
  expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseRange("bytes=-1", 0)).toBe("unsatisfiable");
});

const day = "Sat, 21 Nov 2026 08:00:00 GMT";
const before = "Sat, 21 Nov 2026 07:59:59 GMT";
const headers = new Headers({ etag: '"a"', "last-modified": day });

it.each([
  [{}, 200],
  [{ "if-none-match": '"a"' }, 304],
  [{ "if-none-match": 'W/"a"' }, 304],
  [{ "if-none-match": '"x", "a,b", "a"' }, 304],
  [{ "if-none-match": "*" }, 304],
  [{ "if-none-match": '"b"' }, 200],
  [{ "if-none-match": '"b"', "if-modified-since": day }, 200],
  [{ "if-modified-since": day }, 304],
  [{ "if-modified-since": before }, 200],
  [{ "if-modified-since": "yesterday" }, 200],
  [{ "if-match": '"a"' }, 200],
  [{ "if-match": 'W/"a"' }, 412],
  [{ "if-match": '"b"' }, 412],
  [{ "if-match": "*", "if-none-match": '"a"' }, 304],
  [{ "if-unmodified-since": before }, 412],
  [{ "if-unmodified-since": day }, 200],
])("CLI-3 conditions %j give %i", (request, status) => {
  expect(checkConditions(request, headers)).toBe(status);
});

it("CLI-3 without validators of its own an answer is never 304", () => {
  const request = { "if-none-match": '"a"', "if-modified-since": day };
  expect(checkConditions(request, new Headers())).toBe(200);
});

it("CLI-3 If-Range compares strongly", () => {
  expect(isRangeCurrent(undefined, headers)).toBe(true);
  expect(isRangeCurrent('"a"', headers)).toBe(true);
  expect(isRangeCurrent('W/"a"', headers)).toBe(false);
  expect(isRangeCurrent('"a-br"', headers)).toBe(false);
  expect(isRangeCurrent(day, headers)).toBe(true);
  expect(isRangeCurrent(before, headers)).toBe(false);
});

it.each([
  ["a.html", "text/html; charset=utf-8", true],
  ["a.MJS", "text/javascript; charset=utf-8", true],
  ["a.json", "application/json; charset=utf-8", true],
  ["a.webmanifest", "application/manifest+json; charset=utf-8", true],
  ["a.xml", "application/xml; charset=utf-8", true],
  ["a.svg", "image/svg+xml; charset=utf-8", true],
  ["a.txt", "text/plain; charset=utf-8", true],
  ["a.wasm", "application/wasm", true],
  ["a.ttf", "font/ttf", true],
  ["a.woff2", "font/woff2", false],
  ["a.png", "image/png", false],
  ["a.avif", "image/avif", false],
  ["a.mp3", "audio/mpeg", false],
  ["a.mp4", "video/mp4", false],
  ["a.unknown", "application/octet-stream", true],
  ["LICENSE", "application/octet-stream", true],
])("CLI-3 %s is %s", (file, type, compressible) => {
  expect(contentType(file)).toBe(type);
  expect(isCompressible(type)).toBe(compressible);
});

it("CLI-3 the cache of compressed bodies keeps its bound and forgets the oldest", async () => {
  const noise = crypto.getRandomValues(new Uint8Array(1000));
  const cache = createCompressedCache(2500);
  let reads = 0;
  const ask = (id: string) =>
    cache.get(id, "gzip", async () => {
      reads++;
      return noise;
    });
  await Promise.all([ask("a"), ask("a"), ask("b")]);
  expect(reads).toBe(2);
  await ask("a");
  await ask("c");
  expect(reads).toBe(3);
  expect(cache.size()).toBeLessThanOrEqual(2500);
  await ask("a");
  expect(reads).toBe(3);
  await ask("b");
  expect(reads).toBe(4);
});

it("CLI-3 a failed read is not cached", async () => {
  const cache = createCompressedCache(1000);
  const failing = cache.get("a", "br", () => Promise.reject(new Error("disk")));
  await expect(failing).rejects.toThrow("disk");
  expect((await cache.get("a", "br", async () => new Uint8Array(9))).byteLength).toBeGreaterThan(0);
});
