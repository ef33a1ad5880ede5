/**
 * A frame of a stream of parts: the start of a part, some of its bytes, or the end of the stream.
 */
export type Frame =
  | { readonly kind: "begin"; readonly part: number }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" };

/** Bytes of a frame header: the kind and a 32-bit number. */
const HEAD = 5;

/** Parses a stream that the server's `frameParts` writes. */
export async function* readFrames(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Frame> {
  const reader = stream.getReader();
  const head = new Uint8Array(HEAD);
  let filled = 0;
  /** Bytes of the frame that are still missing. */
  let left = 0;
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return;
      let at = 0;
      while (at < value.length) {
        if (left > 0) {
          const bytes = value.subarray(at, at + left);
          at += bytes.length;
          left -= bytes.length;
          yield { kind: "bytes", bytes };
          continue;
        }
        const taken = value.subarray(at, at + HEAD - filled);
        head.set(taken, filled);
        at += taken.length;
        filled += taken.length;
        if (filled < HEAD) break;
        filled = 0;
        const number = new DataView(head.buffer).getUint32(1);
        if (head[0] === 1) yield { kind: "begin", part: number };
        else if (head[0] === 2) left = number;
        else return yield { kind: "end" };
      }
    }
  } finally {
    if (!isOver) await reader.cancel().catch(() => {});
  }
}
