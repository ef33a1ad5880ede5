import { createHash } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ObjectStore } from "../ports/object-store.ts";
import { createFolderStore } from "./folder-store.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createS3Store, parseS3 } from "./s3-store.ts";
import { signRequest } from "./sign-request.ts";

const KEYS = { id: "AKIDEXAMPLE", secret: "top secret/+", region: "eu-central-1" };
const NOW = Date.UTC(2027, 0, 1, 10, 30);

/** A fake of the parts of S3 that are used, which verifies each signature. */
async function startFakeS3() {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      const url = new URL(request.url!, `http://${request.headers.host}`);
      const method = request.method!;
      const names = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? "")?.[1] ?? "";
      const headers = Object.fromEntries(
        names
          .split(";")
          .filter((name) => !/^(host|x-amz-(date|content-sha256))$/.test(name))
          .map((name) => [name, String(request.headers[name])]),
      );
      const digest = createHash("sha256").update(body).digest("hex");
      const expected = signRequest(KEYS, { method, url, headers }, digest, NOW)["authorization"];
      const isRight =
        request.headers.authorization === expected &&
        request.headers["x-amz-content-sha256"] === digest;
      if (!isRight) return void response.writeHead(403).end();
      const key = url.pathname;
      if (method === "PUT") {
        objects.set(key, { bytes: body, type: request.headers["content-type"]! });
        return void response.writeHead(200).end();
      }
      if (method === "DELETE") {
        objects.delete(key);
        return void response.writeHead(204).end();
      }
      const found = objects.get(key);
      if (!found) return void response.writeHead(404).end("<Error/>");
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
      if (start === undefined) return void response.writeHead(200).end(found.bytes);
      response.writeHead(206).end(found.bytes.subarray(Number(start), Number(end) + 1));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { objects, port, close: () => server.close() };
}

const read = async (body: ReadableStream<Uint8Array> | null): Promise<string | null> =>
  body && (await new Response(body).text());

describe("stores of objects", () => {
  let fake: Awaited<ReturnType<typeof startFakeS3>>;
  let folder: string;
  const stores: Record<string, ObjectStore> = {};
  const addressOf = (secret: string): string =>
    `s3://AKIDEXAMPLE:${encodeURIComponent(secret)}@127.0.0.1:${fake.port}/some-bucket?region=eu-central-1&insecure=1`;
  const connect = (secret: string): ObjectStore =>
    createS3Store(parseS3(addressOf(secret)), { fetch, clock: () => NOW });

  beforeAll(async () => {
    fake = await startFakeS3();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "objects-"));
    stores["folder"] = createFolderStore(path.join(folder, "deep/store"));
    stores["memory"] = createMemoryStore();
    stores["s3"] = connect(KEYS.secret);
  });
  afterAll(() => {
    fake.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it.each(["folder", "memory", "s3"])("%s: keeps, replaces, gives parts, removes", async (name) => {
    const store = stores[name]!;
    expect(await store.get("a/none")).toBeNull();
    await store.put("a/one", [Buffer.from("first")], "audio/mpeg");
    await store.put("a/one", [Buffer.from("01234"), Buffer.from("56789")], "audio/mpeg");
    expect(await read(await store.get("a/one"))).toBe("0123456789");
    expect(await read(await store.get("a/one", { start: 2, end: 4 }))).toBe("234");
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

  it.each(["folder", "memory", "s3"])(
    "%s: what does not come to its end is not kept, and replaces nothing",
    async (name) => {
      const store = stores[name]!;
      await store.put("a/two", [Buffer.from("before")], "audio/mpeg");
      const broken = async function* () {
        yield await Promise.resolve(Buffer.from("half"));
        throw new Error("gone");
      };
      for (const key of ["a/two", "a/three"])
        await expect(store.put(key, broken(), "audio/mpeg")).rejects.toThrow("gone");
      expect(await read(await store.get("a/two"))).toBe("before");
      expect(await store.get("a/three")).toBeNull();
    },
  );

  it("a folder has whole files only, for their owner alone", async () => {
    const root = path.join(folder, "strict");
    const store = createFolderStore(root);
    await store.put("x/y", [Buffer.from("1")], "audio/mpeg");
    expect(fs.readdirSync(path.join(root, "x"))).toEqual(["y"]);
    expect(fs.statSync(path.join(root, "x/y")).mode & 0o777).toBe(0o600);
  });

  it("s3: a wrong secret is an error that reveals no secret", async () => {
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
