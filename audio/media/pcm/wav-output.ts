import type { Block } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { type PcmOutput, PCM_BYTES, packPcm } from "./pcm.ts";
import { textAt, viewOf } from "../bytes/read-bytes.ts";

/** Bytes per write. */
const CHUNK = 1024 * 1024;
/** Bytes of samples from which on a file needs the RF64 form of its header. */
export const LARGE_WAV = 4e9;

type Bytes = Uint8Array<ArrayBuffer>;

export interface WavOutputOptions {
  /** A complete file without samples; its last chunk is the empty data chunk. */
  readonly header: Uint8Array<ArrayBuffer>;
  readonly codec: PcmOutput;
  readonly channels: number;
  /** Writes bytes at a position of the file; they are read until the promise resolves. */
  readonly write: (position: number, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;
}

/** Writes samples after a header, and finally the sizes in the header. */
export async function createWavOutput({ header, codec, channels, write }: WavOutputOptions) {
  const frameBytes = PCM_BYTES[codec] * channels;
  // One buffer is written while the other is filled.
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
    // The promise is awaited later.
    writing.catch(() => {});
    [chunk, other] = [other, chunk];
    filled = 0;
  };
  await write(0, header);
  return {
    /** The block may be modified after the promise has resolved. */
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

/** The header with final sizes; sizes that do not fit mean unknown. */
function withSizes(
  header: Uint8Array<ArrayBuffer>,
  size: number,
  frames: number,
): Uint8Array<ArrayBuffer> {
  const sized = header.slice();
  const view = viewOf(sized);
  if (textAt(sized, 0) === "RF64") {
    // After the file and chunk headers: 64-bit sizes.
    for (const [offset, value] of [header.length + size - 8, size, frames].entries())
      view.setBigUint64(20 + 8 * offset, BigInt(value), true);
    return sized;
  }
  const maxUint32 = 0xffff_ffff;
  view.setUint32(4, Math.min(maxUint32, header.length + size - 8), true);
  view.setUint32(header.length - 4, Math.min(maxUint32, size), true);
  return sized;
}
