import type { Duplex } from "node:stream";
import type { InferMessage } from "#audio/nets/inference/infer-message.ts";

/*
 * The pipe between a worker and the process of a job. A frame is a message of the Open Inference
 * Protocol behind three numbers of 32 bits: a tag, and the bytes of its JSON object and of its body.
 */

/** File descriptor of the pipe in the process of a job, and its index in the worker. */
export const TENSOR_PIPE = 4;

/** Tags of answers; that of a request is the index of its graph. */
export const DONE = 0;
export const UNAVAILABLE = 1;
export const OVERFLOW = 2;

export interface TensorFrame extends InferMessage {
  readonly tag: number;
}

const PREFIX = 12;
/** Maximum bytes of a body. */
const MAX_BODY = 256 * 1024 * 1024;

/** @returns false if `drain` has to be waited for before the next frame */
export function writeFrame(pipe: Duplex, { tag, headerBytes, body }: TensorFrame): boolean {
  const isFree = pipe.write(new Uint8Array(Uint32Array.of(tag, headerBytes, body.length).buffer));
  return body.length > 0 ? pipe.write(body) : isFree;
}

/** Reads frames until the pipe ends. @throws {RangeError} if a frame is too long */
export async function* readFrames(pipe: Duplex): AsyncGenerator<TensorFrame, void, undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let needed = PREFIX;
  let prefix: Omit<TensorFrame, "body"> | null = null;
  for await (const chunk of pipe as AsyncIterable<Uint8Array>) {
    parts.push(chunk);
    size += chunk.length;
    while (size >= needed) {
      const joined = Buffer.concat(parts);
      const taken = joined.subarray(0, needed);
      parts = [joined.subarray(needed)];
      size -= needed;
      if (prefix === null) {
        prefix = { tag: taken.readUInt32LE(0), headerBytes: taken.readUInt32LE(4) };
        needed = taken.readUInt32LE(8);
        if (needed > MAX_BODY) throw new RangeError("A frame is too long");
      } else {
        yield { ...prefix, body: taken };
        prefix = null;
        needed = PREFIX;
      }
    }
  }
}
