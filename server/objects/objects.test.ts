import { createHash } from "node:crypto";
import fs from "node:fs";
import S3rver from "@20minutes/s3rver";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import { createFolderStore } from "./folder-store.ts";
import { createMemoryStore } from "./memory-store.ts";
import { parseS3 } from "./s3-location.ts";
import { createS3Store } from "./s3-store.ts";
import { completeXml, readListing, readUploadId } from "./s3-xml.ts";
import { signRequest } from "./sign-request.ts";
import { type FakeS3, FAKE_KEYS, FAKE_NOW, startFakeS3 } from "../testing/fake-s3.ts";

/** More than one part of an upload to S3, and not a multiple of it. */
const LARGE = 21 * 1024 * 1024 + 1;
const STORES = ["folder", "memory", "fake S3", "s3rver"];

async function* large(): AsyncGenerator<Uint8Array> {
  for (let sent = 0, at = 0; sent < LARGE; at++) {
    const chunk = Buffer.alloc(Math.min(1_000_003, LARGE - sent), `${at} `);
    sent += chunk.length;
    yield await Promise.resolve(chunk);
  }
}
const digestOf = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
};
async function keysIn(store: ObjectStore, folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(folder)) keys.push(key);
  return keys.sort();
}

const read = async (body: ReadableStream<Uint8Array> | null): Promise<string | null> =>
  body && (await new Response(body).text());

describe("stores of objects", () => {
  let fake: FakeS3;
  let other: S3rver;
  let folder: string;
  const stores: Record<string, ObjectStore> = {};
  const connect = (secret: string): ObjectStore =>
    createS3Store(parseS3(fake.addressOf(secret)), { fetch, clock: () => FAKE_NOW });

  beforeAll(async () => {
    fake = await startFakeS3();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "objects-"));
    stores["folder"] = createFolderStore(path.join(folder, "deep/store"));
    stores["memory"] = createMemoryStore();
    stores["fake S3"] = connect(FAKE_KEYS.secret);
    other = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory: path.join(folder, "s3rver"),
      configureBuckets: [{ name: "some-bucket" }],
    });
    const { port } = await other.run();
    const address = `s3://S3RVER:S3RVER@127.0.0.1:${port}/some-bucket?insecure=1`;
    stores["s3rver"] = createS3Store(parseS3(address), { fetch, clock: Date.now });
  });
  afterAll(async () => {
    fake.close();
    await other.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it.each(STORES)("JOB-5 %s: keeps, replaces, gives parts, removes", async (name) => {
    const store = stores[name]!;
    expect(await store.get("a/none")).toBeNull();
    await store.put("a/one", [Buffer.from("first")], "audio/mpeg");
    await store.put("a/one", [Buffer.from("01234"), Buffer.from("56789")], "audio/mpeg");
    expect(await read(await store.get("a/one"))).toBe("0123456789");
    expect(await read(await store.get("a/one", { start: 2, end: 4 }))).toBe("234");
    expect(await store.size("a/one")).toBe(10);
    expect(await store.size("a/none")).toBeNull();
    await store.remove("a/one");
    await store.remove("a/one");
    expect(await store.get("a/one")).toBeNull();
  });

  it.each(["../secret", "a/../../b", "/etc/passwd", "a//b", "a/.b", "", "a\0b", "a\\b"])(
    "no store takes the key %j",
    async (key) => {
      for (const store of Object.values(stores))
        await expect(store.put(key, [Buffer.from("x")], "audio/mpeg")).rejects.toThrow(RangeError);
    },
  );

  it.each(STORES)(
    "JOB-5 %s: what does not come to its end is not kept, and replaces nothing",
    async (name) => {
      const store = stores[name]!;
      await store.put("a/two", [Buffer.from("before")], "audio/mpeg");
      const broken = async function* () {
        yield await Promise.resolve(Buffer.from("half"));
        throw new Error("gone");
      };
      const brokenLate = async function* () {
        yield* large();
        throw new Error("gone");
      };
      for (const key of ["a/two", "a/three"])
        for (const chunks of [broken(), brokenLate()])
          await expect(store.put(key, chunks, "audio/mpeg")).rejects.toThrow("gone");
      expect(await read(await store.get("a/two"))).toBe("before");
      expect(await store.get("a/three")).toBeNull();
      await store.remove("a/two");
    },
  );

  it.each(STORES)("JOB-5 %s: lists what lies below a folder", async (name) => {
    const store = stores[name]!;
    expect(await keysIn(store, "list")).toEqual([]);
    const keys = ["list/a/1", "list/a/2", "list/b", "list/c/d/3", "list/c/d/4"];
    for (const key of [...keys, "lister/1"]) await store.put(key, [Buffer.from("x")], "audio/mpeg");
    expect(await keysIn(store, "list")).toEqual(keys);
    expect(await keysIn(store, "list/a")).toEqual(["list/a/1", "list/a/2"]);
    expect(await keysIn(store, "list/c")).toEqual(["list/c/d/3", "list/c/d/4"]);
    for (const key of keys) await store.remove(key);
    expect(await keysIn(store, "list")).toEqual([]);
  });

  it.each(STORES)("JOB-5 %s: a large object is stored in parts, and read whole", async (name) => {
    const store = stores[name]!;
    await store.put("a/large", large(), "audio/mpeg");
    expect(await store.size("a/large")).toBe(LARGE);
    expect(await digestOf((await store.get("a/large"))!)).toBe(await digestOf(large()));
    const end = await read(await store.get("a/large", { start: LARGE - 3, end: LARGE - 1 }));
    expect(end).toHaveLength(3);
    expect(fake.uploads.size).toBe(0);
    await store.remove("a/large");
  });

  it("JOB-5 S3: a large object that cannot be joined is an error, and its parts are removed", async () => {
    const store = stores["fake S3"]!;
    const failing = {
      "answers 500 to PUT": ({ partNumber }: Record<string, string>) => partNumber === "2",
      "answers 500 to POST": ({ uploadId, partNumber }: Record<string, string>) =>
        uploadId !== undefined && partNumber === undefined,
    };
    for (const [message, fails] of Object.entries(failing)) {
      fake.failWhere(({ method }, url) =>
        method === "DELETE" ? false : fails(Object.fromEntries(url.searchParams)),
      );
      await expect(store.put("a/large", large(), "audio/mpeg")).rejects.toThrow(message);
      fake.failWhere(() => false);
      expect([await store.size("a/large"), fake.uploads.size]).toEqual([null, 0]);
    }
  });

  it(
    "JOB-5 S3: the XML of a store is read in time that grows with its length",
    { timeout: 300_000 },
    async () => {
      expect(readListing("<Key>a&amp;b/c</Key><Key>d</Key>")).toEqual({
        keys: ["a&b/c", "d"],
        next: null,
      });
      expect(() => readUploadId("<Error/>")).toThrow("begun no upload");
      expect(completeXml(['"a&b"'])).toContain("<ETag>&quot;a&amp;b&quot;</ETag>");
      const tokens = ["<Key>", "<UploadId>", "<NextContinuationToken>", "</Key>", "&amp;"];
      const samples = ["<Key>a&amp;b</Key>", "<NextContinuationToken>1</NextContinuationToken>"];
      await expectLinearTime(readListing, { samples, tokens });
      await expectLinearTime(readUploadId, { samples: ["<UploadId>a</UploadId>"], tokens });
    },
  );

  it("a folder has whole files only, for their owner alone", async () => {
    const root = path.join(folder, "strict");
    const store = createFolderStore(root);
    await store.put("x/y", [Buffer.from("1")], "audio/mpeg");
    expect(fs.readdirSync(path.join(root, "x"))).toEqual(["y"]);
    expect(fs.statSync(path.join(root, "x/y")).mode & 0o777).toBe(0o600);
  });

  it("S3: a wrong secret is an error that reveals no secret", async () => {
    const wrong = connect("another secret");
    await expect(wrong.get("a/b")).rejects.toThrow("answers 403");
    for (const address of ["s3://host/bucket", "s3://a:b@host/", "s3://a:b@host/UPPER"])
      expect(() => parseS3(address)).toThrow(/^OBJECT_STORE: s3:\/\/<key id>/);
  });

  it("signs as the published example does", () => {
    const signed = signRequest(
      {
        id: "AKIAIOSFODNN7EXAMPLE",
        secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        region: "us-east-1",
      },
      {
        method: "GET",
        url: new URL("https://examplebucket.s3.amazonaws.com/test.txt"),
        headers: { range: "bytes=0-9" },
      },
      createHash("sha256").digest("hex"),
      Date.UTC(2013, 4, 24),
    );
    expect(signed["authorization"]).toMatch(
      /Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/,
    );
  });
});
