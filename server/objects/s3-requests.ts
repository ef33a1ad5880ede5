import { createHash } from "node:crypto";
import type { Schedule } from "../ports/clock.ts";
import { fetchStream } from "./fetch-stream.ts";
import { checkKey } from "./key.ts";
import type { S3Location } from "./s3-location.ts";
import { signRequest } from "./sign-request.ts";

/** Milliseconds until the store responds, and between two chunks of its response. */
const TIME = 30_000;
/** Minimum upload rate in bytes per millisecond. */
const SLOWEST = 256;

interface S3Request {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface S3Options {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: () => number;
  readonly schedule: Schedule;
}

/** Sends signed requests to a bucket. */
export function createS3Requests(location: S3Location, { fetch, clock, schedule }: S3Options) {
  async function sendRequest(
    method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE",
    /** Null: the bucket. */
    key: string | null,
    { query = {}, body = new Uint8Array(), headers = {} }: S3Request = {},
  ): Promise<Response> {
    const name = key === null ? "" : `/${checkKey(key)}`;
    const url = new URL(`${location.endpoint}/${location.bucket}${name}`);
    for (const [field, value] of Object.entries(query)) url.searchParams.set(field, value);
    const digest = createHash("sha256").update(body).digest("hex");
    const signed = signRequest(location, { method, url, headers }, digest, clock());
    const response = await fetchStream(
      url,
      { method, headers: signed, redirect: "error", ...(body.length > 0 && { body }) },
      { fetch, schedule, headers: TIME + body.length / SLOWEST, idle: TIME },
    );
    if (!response.ok && response.status !== 404) {
      await response.body?.cancel();
      throw new Error(`The object store answers ${response.status} to ${method}`);
    }
    return response;
  }

  /** Sends a request for a bucket that has to exist. */
  async function sendToBucket(...request: Parameters<typeof sendRequest>): Promise<Response> {
    const response = await sendRequest(...request);
    if (response.status !== 404) return response;
    await response.body?.cancel();
    throw new Error("The object store has no such bucket");
  }

  return { sendRequest, sendToBucket };
}
