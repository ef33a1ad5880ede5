import { Refusal } from "./refusal.ts";

/** Bytes of a JSON body at most. */
export const BODY_LIMIT = 64 * 1024;
/** Milliseconds in which a body must have arrived, unless told otherwise. */
const BODY_TIME = 15_000;

/**
 * The bytes of a request's body.
 * @throws {Refusal} too_large; invalid_request where it does not come to its end
 */
export async function readBody(
  request: Request,
  limit = BODY_LIMIT,
  time = BODY_TIME,
): Promise<Uint8Array> {
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) > limit) throw new Refusal("too_large");
  // The parser lets through what was announced and no more. Whole, a body is read without streams.
  if (announced !== null) return await readWhole(request, time);
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  const late = setTimeout(() => void reader.cancel().catch(() => {}), time);
  const until = performance.now() + time;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > limit) {
        void reader.cancel().catch(() => {});
        throw new Refusal("too_large");
      }
      parts.push(value);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("invalid_request");
  } finally {
    clearTimeout(late);
  }
  if (performance.now() >= until) throw new Refusal("invalid_request", { status: 408 });
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** @throws {Refusal} invalid_request */
async function readWhole(request: Request, time: number): Promise<Uint8Array> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Refusal("invalid_request", { status: 408 })), time);
  try {
    return new Uint8Array(await Promise.race([request.arrayBuffer(), late]));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("invalid_request");
  } finally {
    clearTimeout(timer);
  }
}

/** The text of bytes that are UTF-8. @throws {Refusal} invalid_request */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("invalid_request");
  }
}
