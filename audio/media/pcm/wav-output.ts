import type { Block } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { type PcmOutput, PCM_BYTES, packPcm } from "./pcm.ts";
import { textAt, viewOf } from "../bytes/read-bytes.ts";

/** Bytes that are written at once. */
const CHUNK = 1024 * 1024;
/** Bytes of samples from which a file needs the large form of its header. */
export const LARGE_WAV = 4e9;

type Bytes = Uint8Array<ArrayBuffer>;

export interface WavOutputOptions {
  /** A whole file without samples: its last chunk is that of samples, and has none. */
  readonly header: Uint8Array<ArrayBuffer>;
  readonly codec: PcmOutput;
  readonly channels: number;
  /** Takes bytes for a place of the file. They are read until it resolves. */
  readonly write: (position: number, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;
}

/** Writes samples behind a header, and at the end their number into it. */
export async function createWavOutput({ header, codec, channels, write }: WavOutputOptions) {
  const frameBytes = PCM_BYTES[codec] * channels;
  // One is written while the other is filled.
  let [chunk, other] = [0, 1].map(() => new Uint8Array(CHUNK - (CHUNK % frameBytes))) as [
    Bytes,
    Bytes,
  ];
  let filled = 0;
  let size = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    writing = write(header.length + size - filled, chunk.subarray(0, filled));
    // Who waits for it comes later.
    writing.catch(() => {});
    [chunk, other] = [other, chunk];
    filled = 0;
  };
  await write(0, header);
  return {
    /** The block may be changed when it has resolved. */
    async add(block: Block): Promise<void> {
      const frames = framesOf(block);
      for (let at = 0; at < frames;) {
        const end = Math.min(frames, at + (chunk.length - filled) / frameBytes);
        const part = block.map((plane) => plane.subarray(at, end));
        packPcm(part, codec, chunk.subarray(filled));
        const added = (end - at) * frameBytes;
        filled += added;
        size += added;
        at = end;
        if (filled === chunk.length) await flush();
      }
    },
    async finish(): Promise<void> {
      if (filled > 0) await flush();
      await writing;
      await write(0, withSizes(header, size, size / frameBytes));
    },
  };
}

/** A header that knows what follows it. What is too long for it counts as without end. */
function withSizes(
  header: Uint8Array<ArrayBuffer>,
  size: number,
  frames: number,
): Uint8Array<ArrayBuffer> {
  const told = header.slice();
  const view = viewOf(told);
  if (textAt(told, 0) === "RF64") {
    // Behind the head of the file and of the chunk: its sizes in 64 bits.
    for (const [place, value] of [header.length + size - 8, size, frames].entries())
      view.setBigUint64(20 + 8 * place, BigInt(value), true);
    return told;
  }
  const most = 0xffff_ffff;
  view.setUint32(4, Math.min(most, header.length + size - 8), true);
  view.setUint32(header.length - 4, Math.min(most, size), true);
  return told;
}
