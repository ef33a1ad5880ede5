import type { IncomingMessage } from "node:http";
import { ApiFailure } from "../../http/api-failure.ts";

/** Maximum bytes of a text: a feed with thousands of episodes has several megabytes. */
const TEXT_LIMIT = 16 * 1024 * 1024;

/**
 * Reads a whole response body.
 * @throws {ApiFailure} source_too_large, source_unavailable
 */
export async function readBytes(
  message: AsyncIterable<Uint8Array>,
  limit: number = TEXT_LIMIT,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of message) {
      size += part.length;
      if (size > limit) throw new ApiFailure("source_too_large");
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof ApiFailure ? error : new ApiFailure("source_unavailable");
  }
  return Buffer.concat(parts);
}

/** Bytes needed to detect the type of a response. */
const HEAD = 4096;

/**
 * Reads the first bytes of a response, and returns them together with the whole body.
 * @throws {ApiFailure} source_unavailable
 */
export async function peek(
  message: IncomingMessage,
): Promise<{ readonly head: Buffer; readonly all: AsyncIterable<Uint8Array> }> {
  const parts = message[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const seen: Buffer[] = [];
  let size = 0;
  let isOver = false;
  try {
    while (size < HEAD && !isOver) {
      const { done = false, value } = await parts.next();
      isOver = done;
      if (done) break;
      seen.push(value);
      size += value.length;
    }
  } catch {
    throw new ApiFailure("source_unavailable");
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* seen;
    if (!isOver) yield* { [Symbol.asyncIterator]: () => parts };
  }
  return { head: Buffer.concat(seen), all: all() };
}
