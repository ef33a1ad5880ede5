import type { Chunks } from "../ports/object-store.ts";

/**
 * Regroups chunks into parts of equal length; the last one may be shorter. Each part is a new
 * array.
 * @param size bytes of a part
 */
export async function* inParts(
  chunks: Chunks,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (bytes + rest.length >= size) {
      const front = rest.subarray(0, size - bytes);
      yield Uint8Array.from(Buffer.concat([...waiting, front]));
      waiting = [];
      bytes = 0;
      rest = rest.subarray(front.length);
    }
    if (rest.length === 0) continue;
    waiting.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0) yield Uint8Array.from(Buffer.concat(waiting));
}
