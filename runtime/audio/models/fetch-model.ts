import type { OfferedModel } from "../../../core/models/models.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import { hexOf } from "../../../core/crypto/hex.ts";
import type { ModelStore } from "../worker/models/model-store.ts";

export interface FetchModelOptions {
  readonly store: ModelStore;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** SHA-256 */
  readonly digest: (data: BufferSource) => Promise<ArrayBuffer>;
  readonly signal: AbortSignal;
  /** @param bytes that are on the device */
  readonly onProgress: (bytes: number) => void;
}

/** Bytes that are kept at once. */
const PIECE = 1024 * 1024;

type Wanted = Pick<OfferedModel, "url" | "sha256" | "bytes">;

/**
 * Brings a net onto the device: after what is there of it already, and kept only where its checksum is
 * the right one.
 * @throws {FaultError} model.unreachable, model.damaged, model.full
 */
export async function fetchModel(model: Wanted, options: FetchModelOptions): Promise<void> {
  const { store, digest, signal, onProgress } = options;
  const { sha256, bytes } = model;
  let there = await store.size(sha256);
  if (there > bytes) {
    await store.remove(sha256);
    there = 0;
  }
  if (there < bytes) await download(model, there, options);
  onProgress(bytes);
  const whole = await (await store.read(sha256)).arrayBuffer();
  signal.throwIfAborted();
  if (whole.byteLength === bytes && hexOf(await digest(whole)) === sha256) return;
  // To go on with it would never make it right.
  await store.remove(sha256);
  throw new FaultError("model.damaged");
}

async function download(model: Wanted, there: number, options: FetchModelOptions): Promise<void> {
  const { store, signal, onProgress } = options;
  const { url, sha256, bytes } = model;
  const unreachable = (cause?: unknown): unknown =>
    signal.aborted ? signal.reason : new FaultError("model.unreachable", {}, cause);
  let answer: Response;
  try {
    const headers = there > 0 ? { range: `bytes=${there}-` } : {};
    answer = await options.fetch(url, { headers, signal, credentials: "omit" });
  } catch (error) {
    throw unreachable(error);
  }
  const goesOn = answer.status === 206 && startOf(answer) === there;
  if (there > 0 && !goesOn) {
    // The server knows no parts, or has another file: from the beginning.
    await answer.body?.cancel();
    await store.remove(sha256);
    return download(model, 0, options);
  }
  if (!answer.ok || !answer.body) throw unreachable();
  let done = there;
  for await (const piece of inPieces(answer.body, unreachable)) {
    done += piece.length;
    // Not what was agreed to; its checksum would be another one.
    if (done > bytes) break;
    await store.append(sha256, piece).catch((error: unknown) => {
      throw new FaultError("model.full", {}, error);
    });
    onProgress(done);
    signal.throwIfAborted();
  }
  signal.throwIfAborted();
  if (done < bytes) throw unreachable();
}

/** First byte that the server sends; NaN where it does not say. */
const startOf = (answer: Response): number =>
  Number(/^bytes (\d+)-/.exec(answer.headers.get("content-range") ?? "")?.[1] ?? NaN);

/** Cuts what arrives into pieces of one size; what had come before it failed is given, too. */
async function* inPieces(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  failed: (cause: unknown) => unknown,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = body.getReader();
  let piece = new Uint8Array(PIECE);
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader
        .read()
        .catch((error: unknown) => ({ done: error, value: undefined }));
      if (value) {
        for (let at = 0; at < value.length;) {
          const part = value.subarray(at, at + PIECE - filled);
          piece.set(part, filled);
          filled += part.length;
          at += part.length;
          if (filled < PIECE) continue;
          yield piece;
          piece = new Uint8Array(PIECE);
          filled = 0;
        }
        continue;
      }
      if (filled > 0) yield piece.slice(0, filled);
      if (done !== true) throw failed(done);
      return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
