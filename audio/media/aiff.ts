import type { Block, Format } from "../effect.ts";
import { createBlock } from "../signal/blocks.ts";
import { MediaError, requireFormat } from "./media-error.ts";

/** Gives the bytes from one place to before another, fewer where the file ends. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** The sound of an AIFF or AIFF-C file. */
export interface AiffFile {
  readonly format: Format;
  /** Frames that the file says it has. */
  readonly frames: number;
  /** As files of other kinds have it, such as `pcm-s16be`. */
  readonly codec: string;
  /** Its samples from a frame on, in blocks. */
  readonly blocks: (from?: number) => AsyncGenerator<Block, void, undefined>;
}

/** Frames that are read at once. */
const BLOCK = 16_384;
/** Chunks that are looked at before a file counts as broken. */
const MOST_CHUNKS = 1000;

const textAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4));
const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether the first bytes are those of an AIFF file. */
export const isAiff = (head: Uint8Array): boolean =>
  textAt(head, 0) === "FORM" && ["AIFF", "AIFC"].includes(textAt(head, 8));

interface Encoding {
  readonly codec: string;
  /** Bytes of a sample. */
  readonly size: number;
  readonly sample: (view: DataView, at: number) => number;
}

/**
 * Reads the Audio Interchange File Format (Apple, 1989; AIFF-C, 1991): integers of 8 to 32 bits in
 * either order, floats of 32 and 64 bits.
 * @throws {MediaError}
 */
export async function openAiff(read: ReadBytes): Promise<AiffFile> {
  let common: Uint8Array | null = null;
  let sound: { readonly at: number; readonly size: number } | null = null;
  let at = 12;
  for (let chunk = 0; chunk < MOST_CHUNKS && !(common && sound); chunk++) {
    const head = await read(at, at + 8);
    if (head.length < 8) break;
    const size = viewOf(head).getUint32(4);
    const name = textAt(head, 0);
    if (name === "COMM") common = await read(at + 8, at + 8 + Math.min(size, 22));
    if (name === "SSND") {
      const offset = await read(at + 8, at + 12);
      if (offset.length < 4) break;
      sound = { at: at + 16 + viewOf(offset).getUint32(0), size };
    }
    at += 8 + size + (size % 2);
  }
  if (!common || common.length < 18) throw new MediaError("unreadable");
  const view = viewOf(common);
  const format = { channels: view.getInt16(0), sampleRate: extended(view, 8) };
  requireFormat(format);
  const encoding = encodingOf(common, view.getInt16(6));
  if (!sound) throw new MediaError("noSamples");
  const { at: start } = sound;
  const frames = view.getUint32(2);
  const frameBytes = encoding.size * format.channels;
  const first = await read(start, start + frameBytes);
  if (frames === 0 || first.length < frameBytes) throw new MediaError("noSamples");

  return {
    format,
    frames,
    codec: encoding.codec,
    async *blocks(from = 0) {
      for (let next = from; next < frames;) {
        const wanted = Math.min(BLOCK, frames - next);
        const place = start + next * frameBytes;
        const bytes = await read(place, place + wanted * frameBytes);
        const count = Math.floor(bytes.length / frameBytes);
        if (count > 0) yield samplesOf(viewOf(bytes), { count, format, encoding });
        if (count < wanted) return;
        next += count;
      }
    },
  };
}

function samplesOf(
  view: DataView,
  {
    count,
    format: { channels },
    encoding: { size, sample },
  }: { readonly count: number; readonly format: Format; readonly encoding: Encoding },
): Block {
  const block = createBlock(channels, count);
  for (let frame = 0, at = 0; frame < count; frame++)
    for (let channel = 0; channel < channels; channel++, at += size)
      block[channel]![frame] = sample(view, at);
  return block;
}

/** @throws {MediaError} `codec` */
function encodingOf(common: Uint8Array, bits: number): Encoding {
  const kind = common.length >= 22 ? textAt(common, 18) : "NONE";
  const lower = kind.toLowerCase();
  if (lower === "fl32")
    return { codec: "pcm-f32be", size: 4, sample: (view, at) => view.getFloat32(at) };
  if (lower === "fl64")
    return { codec: "pcm-f64be", size: 8, sample: (view, at) => view.getFloat64(at) };
  const isLittle = kind === "sowt";
  const isPlain = isLittle || ["NONE", "twos", "in24", "in32"].includes(kind);
  if (!isPlain) throw new MediaError("codec", { codec: `AIFC ${kind.trim()}` });
  const encoding = integers(bits, isLittle);
  if (!encoding) throw new MediaError("codec", { codec: `PCM ${bits}` });
  return encoding;
}

/** Samples of fewer bits are in the upper ones of as many bytes as they need. */
function integers(bits: number, isLittle: boolean): Encoding | null {
  const codec = `pcm-s${8 * Math.ceil(bits / 8)}${isLittle || bits <= 8 ? "" : "be"}`;
  if (bits < 1 || bits > 32) return null;
  if (bits <= 8) return { codec, size: 1, sample: (view, at) => view.getInt8(at) / 2 ** 7 };
  if (bits <= 16)
    return { codec, size: 2, sample: (view, at) => view.getInt16(at, isLittle) / 2 ** 15 };
  if (bits > 24)
    return { codec, size: 4, sample: (view, at) => view.getInt32(at, isLittle) / 2 ** 31 };
  const sample = isLittle
    ? (view: DataView, at: number) => (view.getInt8(at + 2) << 16) | view.getUint16(at, true)
    : (view: DataView, at: number) => (view.getInt8(at) << 16) | view.getUint16(at + 1);
  return { codec, size: 3, sample: (view, at) => sample(view, at) / 2 ** 23 };
}

/** An IEEE 754 number of 80 bits; NaN where it is none. */
function extended(view: DataView, at: number): number {
  const exponent = view.getUint16(at);
  if ((exponent & 0x7fff) === 0x7fff) return NaN;
  const mantissa = view.getUint32(at + 2) * 2 ** 32 + view.getUint32(at + 6);
  const value = mantissa * 2 ** ((exponent & 0x7fff) - 16_383 - 63);
  return exponent & 0x8000 ? -value : value;
}
