import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ToolkitError } from "#core/errors/errors.ts";
import type { LockedFile } from "#core/models/lock.ts";
import { textAnswer, type Answer } from "../../preview/answer.ts";
import { parseRange } from "../../preview/byte-range.ts";
import { contentType } from "../../preview/content-type.ts";
import { send } from "../../preview/send.ts";
import { type ModelStore, StoreError } from "./model-store.ts";

export interface StoreHandlerOptions {
  readonly store: ModelStore;
  /** Path of the site below which models are requested, such as `/models`. */
  readonly baseUrl: string;
  /** Whether the site has published a file itself, by its path below `baseUrl`. */
  readonly isPublished: (name: string) => boolean;
}

/** Resolves to whether it has answered the request. */
export type StoreHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** The path below the base that a request is for; undefined for any other and for malformed ones. */
function nameOf(url: string, baseUrl: string): string | undefined {
  const [pathname = ""] = url.split(/[?#]/, 1);
  if (!pathname.startsWith(`${baseUrl}/`)) return undefined;
  try {
    return decodeURIComponent(pathname.slice(baseUrl.length + 1));
  } catch {
    return undefined;
  }
}

/**
 * Why a file is not available. A gateway error rather than 503: this server is not busy, and browsers say
 * what differs.
 */
function failureAnswer({ cause, seconds }: StoreError): Answer {
  const code = cause instanceof ToolkitError ? cause.code : "";
  const retry = { "retry-after": String(seconds) };
  if (code === "MODEL_DISK_FULL")
    return textAnswer(507, "This server has no disk space left for the model.", retry);
  if (code === "MODEL_RATE_LIMIT")
    return textAnswer(503, "The source of the model limits requests. Try again later.", retry);
  if (code === "MODEL_DAMAGED")
    return textAnswer(502, "The source sent other bytes than those that are locked.", retry);
  return textAnswer(502, "The source of the model cannot be reached now. Try again later.", retry);
}

/**
 * Answers requests for files of models from a store, as a static host would: ranges, conditions, HEAD.
 * @returns a handler that resolves to false where the request is not for a file of the store
 */
export function createStoreHandler({
  store,
  baseUrl,
  isPublished,
}: StoreHandlerOptions): StoreHandler {
  const base = baseUrl.replace(/\/$/, "");
  return async (request, response) => {
    const name = nameOf(request.url ?? "", base);
    const file = name === undefined ? undefined : store.find(name);
    if (name === undefined || file === undefined || isPublished(name)) return false;
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    try {
      const reply = replyOf(file, request.headers);
      if (reply.status >= 300 || request.method === "HEAD") {
        response.writeHead(reply.status, reply.headers).end();
        return true;
      }
      const { ready, read } = (await store.open(name))!;
      // Until the first byte is there, a source that cannot be reached has a status of its own.
      await ready(reply.start);
      response.writeHead(reply.status, reply.headers);
      await pipeline(Readable.from(read(reply.start, reply.start + reply.length)), response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else if (error instanceof StoreError) await send(failureAnswer(error), response);
      else throw error;
    }
    return true;
  };
}

interface Reply {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string | number>>;
  /** First byte to send, and how many. */
  readonly start: number;
  readonly length: number;
}

/** Status and headers for a file, by the range and the conditions of a request (RFC 9110). */
function replyOf({ path, bytes, sha256 }: LockedFile, request: IncomingHttpHeaders): Reply {
  const etag = `"${sha256}"`;
  const common = { etag, "cache-control": "no-cache", "x-content-type-options": "nosniff" };
  if (request["if-none-match"]?.includes(etag))
    return { status: 304, headers: common, start: 0, length: 0 };
  const isCurrent = request["if-range"] === undefined || request["if-range"] === etag;
  const range = isCurrent && request.range ? parseRange(request.range, bytes) : undefined;
  if (range === "unsatisfiable") {
    const headers = { ...common, "content-range": `bytes */${bytes}` };
    return { status: 416, headers, start: 0, length: 0 };
  }
  const { start, length } = range ?? { start: 0, length: bytes };
  const headers = {
    ...common,
    "accept-ranges": "bytes",
    "content-type": contentType(path),
    "content-length": length,
    ...(range && { "content-range": `bytes ${start}-${start + length - 1}/${bytes}` }),
  };
  return { status: range ? 206 : 200, headers, start, length };
}
