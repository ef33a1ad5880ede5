import { ApiFailure } from "./api-failure.ts";

/** Default limit of a JSON body, in bytes. */
export const BODY_LIMIT = 64 * 1024;
/** Milliseconds in which a small body has to arrive, and in which any body has. */
const BODY_TIME = 15_000;
const MAX_BODY_TIME = 110_000;
/** Lowest rate of a connection that large bodies may need: 1 Mbit/s, in bytes per millisecond. */
const MIN_RATE = 125;
/**
 * Number of chunks that any body may have, and minimum average bytes of further chunks, since each
 * costs as much as a kilobyte.
 */
const MAX_SMALL_CHUNKS = 256;
const SMALL_CHUNK_BYTES = 64;

/**
 * Reads the bytes of a request body.
 * @throws {ApiFailure} too_large; invalid_request if the body is incomplete or arrives in tiny
 *   chunks
 */
export async function readBody(request: Request, limit = BODY_LIMIT): Promise<Uint8Array> {
  checkLength(request, limit);
  // The HTTP parser enforces the declared length. Reading the whole body avoids streams.
  if (request.headers.has("content-length")) return await readWhole(request, bodyTime(limit));
  const parts: Uint8Array[] = [];
  for await (const part of readChunks(request, limit, bodyTime(limit))) parts.push(part);
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** Milliseconds in which a body of at most `limit` bytes has to arrive. */
const bodyTime = (limit: number): number => Math.min(MAX_BODY_TIME, BODY_TIME + limit / MIN_RATE);

/** @throws {ApiFailure} too_large: the declared length exceeds the limit */
export function checkLength({ headers }: Request, limit: number): void {
  if (Number(headers.get("content-length") ?? 0) > limit) throw new ApiFailure("too_large");
}

/**
 * Yields the chunks of a body as they arrive, without buffering.
 * @param time milliseconds in which the body has to arrive
 * @throws {ApiFailure} too_large; invalid_request if the body is incomplete or arrives in tiny
 *   chunks
 */
export async function* readChunks(
  { body }: Request,
  limit: number,
  time: number,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  let size = 0;
  let chunks = 0;
  let isLate = false;
  const stop = (): void => void reader.cancel().catch(() => {});
  const late = setTimeout(() => {
    isLate = true;
    stop();
  }, time);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > limit) throw new ApiFailure("too_large");
      if (++chunks > MAX_SMALL_CHUNKS + size / SMALL_CHUNK_BYTES)
        throw new ApiFailure("invalid_request", { closes: true });
      yield value;
    }
    if (isLate) throw new ApiFailure("invalid_request", { status: 408 });
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    throw new ApiFailure("invalid_request");
  } finally {
    clearTimeout(late);
    // Runs, too, if the consumer stops early.
    stop();
  }
}

/** @throws {ApiFailure} invalid_request */
async function readWhole(request: Request, time: number): Promise<Uint8Array> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ApiFailure("invalid_request", { status: 408 })), time);
  try {
    return new Uint8Array(await Promise.race([request.arrayBuffer(), late]));
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    throw new ApiFailure("invalid_request");
  } finally {
    clearTimeout(timer);
  }
}

/** Decodes UTF-8. @throws {ApiFailure} invalid_request */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiFailure("invalid_request");
  }
}
