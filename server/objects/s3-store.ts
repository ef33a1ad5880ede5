import { createHash, randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { ObjectStore, Chunks } from "../ports/object-store.ts";
import { fetchStream } from "./fetch-stream.ts";
import { type Schedule, schedule as scheduleTimer } from "../ports/clock.ts";
import { checkKey } from "./key.ts";
import { type S3Keys, signRequest } from "./sign-request.ts";

/** Milliseconds until the store responds, and between two chunks of its response. */
const TIME = 30_000;
/** Minimum upload rate in bytes per millisecond. */
const SLOWEST = 256;

export interface S3Location extends S3Keys {
  /** Origin of the service. */
  readonly endpoint: string;
  readonly bucket: string;
}

/**
 * Parses `s3://<key id>:<secret>@<host>[:<port>]/<bucket>[?region=<region>&insecure=1]`.
 * @throws {RangeError} without the URL, because it contains the secret
 */
export function parseS3(address: string): S3Location {
  const url = URL.parse(address.replace(/^s3:/, "https:"));
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? "")?.[1];
  if (!url || url.username === "" || url.password === "" || bucket === undefined)
    throw new RangeError("OBJECT_STORE: s3://<key id>:<secret>@<host>/<bucket>?region=<region>");
  const scheme = url.searchParams.get("insecure") === "1" ? "http" : "https";
  return {
    id: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    region: url.searchParams.get("region") ?? "us-east-1",
    endpoint: `${scheme}://${url.host}`,
    bucket,
  };
}

/** An upload buffered on disk, because the signature requires the digest of the whole body. */
interface Draft {
  readonly blob: Blob;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
}
const EMPTY = createHash("sha256").digest("hex");

async function withDraft(chunks: Chunks, use: (draft: Draft) => Promise<void>): Promise<void> {
  const file = path.join(os.tmpdir(), `toolkit-${randomUUID()}.draft`);
  const hash = createHash("sha256");
  const hashed = async function* () {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await fs.writeFile(file, hashed(), { flag: "wx", mode: 0o600 });
    await use({ blob: await openAsBlob(file), digest: hash.digest("hex") });
  } finally {
    await fs.rm(file, { force: true });
  }
}

interface S3Options {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: () => number;
  readonly schedule?: Schedule;
}

/** Stores objects in a bucket of S3 or of a compatible service. */
export function createS3Store(
  location: S3Location,
  { fetch, clock, schedule = scheduleTimer }: S3Options,
): ObjectStore {
  async function sendRequest(
    method: "GET" | "PUT" | "DELETE",
    key: string,
    { body, headers = {} }: { body?: Draft; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> {
    const url = new URL(`${location.endpoint}/${location.bucket}/${checkKey(key)}`);
    const signed = signRequest(location, { method, url, headers }, body?.digest ?? EMPTY, clock());
    const response = await fetchStream(
      url,
      { method, headers: signed, redirect: "error", ...(body && { body: body.blob }) },
      { fetch, schedule, headers: TIME + (body?.blob.size ?? 0) / SLOWEST, idle: TIME },
    );
    if (!response.ok && response.status !== 404) {
      await response.body?.cancel();
      throw new Error(`The object store answers ${response.status} to ${method}`);
    }
    return response;
  }
  return {
    put: async (key, chunks, type) => {
      checkKey(key);
      await withDraft(chunks, async (body) => {
        const response = await sendRequest("PUT", key, { body, headers: { "content-type": type } });
        await response.body?.cancel();
        if (response.status === 404) throw new Error("The object store has no such bucket");
      });
    },
    get: async (key, range) => {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const response = await sendRequest("GET", key, { headers });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      // A service without range support would send the whole object.
      if (range && response.status !== 206) {
        await response.body?.cancel();
        throw new Error("The object store does not send parts");
      }
      return response.body ?? new Blob([]).stream();
    },
    remove: async (key) => {
      const response = await sendRequest("DELETE", key);
      await response.body?.cancel();
    },
  };
}
