import type { OfferedFile } from "#core/models/offered.ts";
import { FaultError } from "../../contract/fault.ts";
import { hexOf } from "#core/crypto/hex.ts";
import type { ModelStore } from "../worker/models/model-store.ts";

/** Incremental hash of data too large for memory. */
export interface IncrementalHash {
  update(data: Uint8Array): unknown;
  digest(): Uint8Array<ArrayBuffer>;
}

export interface FetchModelOptions {
  readonly store: ModelStore;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Creates an incremental SHA-256. */
  readonly createHash: () => Promise<IncrementalHash>;
  readonly signal: AbortSignal;
  /** Delay between attempts, in ms. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** @param bytes stored on the device */
  readonly onProgress: (bytes: number) => void;
}

/** Automatic retries of an interrupted transfer, even without progress. */
const RESUMES = 4;
/** Chunk size of the storage, in bytes. */
const CHUNK_BYTES = 1024 * 1024;

type ModelFileSource = Pick<OfferedFile, "url" | "sha256" | "bytes">;

/**
 * Downloads a model file: resumes a partial download, and stores the file only if its checksum
 * matches. Interrupted transfers are resumed; unreachable servers are not retried.
 * @throws {FaultError} model.unreachable, model.gone, model.busy, model.damaged, model.full
 */
export async function fetchModelFile(
  model: ModelFileSource,
  options: FetchModelOptions,
): Promise<void> {
  const { store, signal, onProgress } = options;
  const { sha256, bytes } = model;
  let there = await store.size(sha256);
  if (there > bytes) {
    await store.remove(sha256);
    there = 0;
  }
  for (let turn = 0; there < bytes; turn++) {
    const cut = await download(model, there, options);
    if (!cut) break;
    if (turn === RESUMES) throw cut;
    await options.wait(2 ** turn * 500, signal);
    there = await store.size(sha256);
  }
  onProgress(bytes);
  const hash = await options.createHash();
  for await (const chunk of store.chunks(sha256)) {
    hash.update(chunk);
    signal.throwIfAborted();
  }
  if (hexOf(hash.digest().buffer) === sha256) return;
  // Resuming a damaged file cannot repair it.
  await store.remove(sha256);
  throw new FaultError("model.damaged");
}

/**
 * Requests the missing bytes once.
 * @returns null when complete, otherwise the cause of the interruption. The bytes received are not
 *   always stored: browsers discard what the page was too busy to read.
 */
async function download(
  model: ModelFileSource,
  there: number,
  options: FetchModelOptions,
): Promise<FaultError | null> {
  const { store, signal, onProgress } = options;
  const { url, sha256, bytes } = model;
  const unreachable = (cause?: unknown): unknown =>
    signal.aborted ? signal.reason : new FaultError("model.unreachable", {}, cause);
  let answer: Response;
  try {
    const headers = there > 0 ? { range: `bytes=${there}-` } : {};
    // Bypass the HTTP cache: it would store the file twice, and might return an older one.
    const init = { headers, signal, credentials: "omit", cache: "no-store" } as const;
    answer = await options.fetch(url, init);
  } catch (error) {
    throw unreachable(error);
  }
  const { status } = answer;
  const goesOn = status === 206 && isRest(answer, there, bytes);
  const faultCode = FAULT_OF_STATUS[status];
  if (faultCode !== undefined) throw new FaultError(faultCode);
  if (there > 0 && !goesOn && (answer.ok || status === 416)) {
    // The server ignores ranges or has a different file: start over.
    await answer.body?.cancel();
    await store.remove(sha256);
    return download(model, 0, options);
  }
  if (!answer.ok || !answer.body) throw unreachable();
  let done = there;
  let cause: unknown;
  for await (const chunk of chunked(answer.body, (error) => (cause = error))) {
    done += chunk.length;
    // More bytes than declared: the checksum cannot match.
    if (done > bytes) break;
    await store.append(sha256, chunk).catch((error: unknown) => {
      throw new FaultError("model.full", {}, error);
    });
    onProgress(done);
    signal.throwIfAborted();
  }
  signal.throwIfAborted();
  return done < bytes ? new FaultError("model.unreachable", {}, cause) : null;
}

/** Faults by HTTP status. */
const FAULT_OF_STATUS: Readonly<Record<number, string>> = {
  401: "model.gone",
  403: "model.gone",
  404: "model.gone",
  410: "model.gone",
  429: "model.busy",
  // A site's own server answers so for a source that it cannot reach.
  502: "model.gone",
  503: "model.busy",
  507: "model.gone",
};

/**
 * Whether a response contains the missing range. For other origins, `Content-Range` may be hidden
 * by CORS; `Content-Length` is visible.
 */
function isRest({ headers }: Response, there: number, bytes: number): boolean {
  const range = /^bytes (\d+)-/.exec(headers.get("content-range") ?? "");
  return range
    ? Number(range[1]) === there
    : Number(headers.get("content-length")) === bytes - there;
}

/** Splits a stream into chunks of equal size. On failure it yields what was received, and ends. */
async function* chunked(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onFailure: (cause: unknown) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = body.getReader();
  let chunk = new Uint8Array(CHUNK_BYTES);
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader
        .read()
        .catch((error: unknown) => ({ done: error, value: undefined }));
      if (value) {
        for (let at = 0; at < value.length;) {
          const part = value.subarray(at, at + CHUNK_BYTES - filled);
          chunk.set(part, filled);
          filled += part.length;
          at += part.length;
          if (filled < CHUNK_BYTES) continue;
          yield chunk;
          chunk = new Uint8Array(CHUNK_BYTES);
          filled = 0;
        }
        continue;
      }
      if (filled > 0) yield chunk.slice(0, filled);
      if (done !== true) onFailure(done);
      return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
