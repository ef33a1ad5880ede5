import type { Block, Format } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { packShorts, cachePeak, unpackShorts } from "../../signal/sample-kernel.ts";
import type { ReadBytes } from "../bytes/read-bytes.ts";
import { readChunks } from "../bytes/read-chunks.ts";

/** Encoding of PCM samples. */
export interface PcmEncoding {
  readonly kind: "signed" | "unsigned" | "float";
  /** Bytes per sample: 1 to 4 for integers, 4 or 8 for floats. */
  readonly bytes: 1 | 2 | 3 | 4 | 8;
  /** Whether samples are big-endian. */
  readonly isBig: boolean;
  /** Bits of right-aligned integers; missing if they fill their bytes. */
  readonly bits?: number;
}

/** Name of the encoding, for example `pcm-s16` or `pcm-f32be`. */
export const pcmCodec = ({ kind, bytes, isBig }: PcmEncoding): string =>
  `pcm-${kind[0]}${8 * bytes}${isBig && bytes > 1 ? "be" : ""}`;

/** The PCM sound of a file. */
export interface PcmFile {
  readonly format: Format;
  /** Available or declared number of frames. */
  readonly frames: number;
  /** For example `pcm-s16be`. */
  readonly codec: string;
  /**
   * Reads samples from a frame on in blocks. @param reusesBuffer whether each block is overwritten
   * by the next
   */
  readonly blocks: (
    from?: number,
    reusesBuffer?: boolean,
  ) => AsyncGenerator<Block, void, undefined>;
}

/** Location and encoding of samples in a file. */
export interface PcmLocation {
  readonly format: Format;
  readonly encoding: PcmEncoding;
  /** Position of the first sample. */
  readonly start: number;
  readonly frames: number;
}

/** Frames per block: two channels of it fit in the CPU's L1 or L2 cache. */
const BLOCK = 16_384;
/** Bytes per read in sequential reading. */
const MAX_READ_BYTES = 1024 * 1024;

/** The sound at a location. Stops early at the end of the file. */
export function pcmFile(
  read: ReadBytes,
  { format, encoding, start, frames }: PcmLocation,
): PcmFile {
  const frameBytes = encoding.bytes * format.channels;
  const maxFrames = Math.max(1, Math.floor(MAX_READ_BYTES / (BLOCK * frameBytes))) * BLOCK;
  return {
    format,
    frames,
    codec: pcmCodec(encoding),
    async *blocks(from = 0, reusesBuffer = false) {
      const sharedBlock = reusesBuffer ? createBlock(format.channels, BLOCK) : null;
      const chunks = readChunks(read, {
        from: start + from * frameBytes,
        to: start + frames * frameBytes,
        // Starts small: reading a single position needs no more.
        first: BLOCK * frameBytes,
        maxLength: maxFrames * frameBytes,
        reusesBuffer,
      });
      for await (const bytes of chunks) {
        const count = Math.floor(bytes.length / frameBytes);
        for (let at = 0; at < count; at += BLOCK) {
          const end = Math.min(count, at + BLOCK);
          const part = bytes.subarray(at * frameBytes, end * frameBytes);
          const block =
            sharedBlock?.map((plane) => plane.subarray(0, end - at)) ??
            createBlock(format.channels, end - at);
          const peaks = unpackPcm(part, encoding, block);
          if (sharedBlock && peaks)
            for (const [channel, peak] of peaks.entries()) cachePeak(block[channel]!, peak);
          yield block;
        }
      }
    },
  };
}

/**
 * Decodes samples of whole frames to full scale −1 to 1.
 * @param bytes interleaved
 * @param block receives as many frames
 * @returns the peak of each channel; null if it was not computed
 */
export function unpackPcm(
  bytes: Uint8Array,
  encoding: PcmEncoding,
  block: Block,
): readonly number[] | null {
  const { kind, bytes: size, isBig, bits = 8 * size } = encoding;
  if (kind === "signed" && size === 2 && bits === 16 && !isBig && block.length <= 2)
    return unpackShorts(bytes, block);
  const scale = kind === "float" ? 1 : 2 ** (1 - bits);
  if (size === 3) unpackWide(bytes, isBig, { block, scale });
  else
    unpackValues(valuesOf(bytes, encoding), {
      block,
      scale,
      middle: kind === "unsigned" ? 128 : 0,
    });
  return null;
}

type Values = Int8Array | Uint8Array | Int16Array | Int32Array | Float32Array | Float64Array;

interface Unpacked {
  readonly block: Block;
  /** Factor from integers to full scale. */
  readonly scale: number;
}

function unpackValues(
  values: Values,
  { block, scale, middle }: Unpacked & { readonly middle: number },
): void {
  for (const [channel, plane] of block.entries())
    for (let frame = 0, at = channel; frame < plane.length; frame++, at += block.length)
      plane[frame] = (values[at]! - middle) * scale;
}

/** Decodes 24-bit integers as the upper bytes of 32 bits. */
function unpackWide(bytes: Uint8Array, isBig: boolean, { block, scale }: Unpacked): void {
  const factor = scale / 256;
  const [low, high] = isBig ? [2, 0] : [0, 2];
  const step = 3 * block.length;
  for (const [channel, plane] of block.entries())
    for (let frame = 0, at = 3 * channel; frame < plane.length; frame++, at += step) {
      const value = (bytes[at + low]! << 8) | (bytes[at + 1]! << 16) | (bytes[at + high]! << 24);
      plane[frame] = value * factor;
    }
}

/** Integer or float view of the bytes. */
function valuesOf(bytes: Uint8Array, { kind, bytes: size, isBig }: PcmEncoding): Values {
  if (size === 1)
    return kind === "unsigned"
      ? bytes
      : new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  // Typed arrays are little-endian on all supported CPUs, and must be aligned.
  const own = isBig || bytes.byteOffset % size !== 0 ? bytes.slice() : bytes;
  if (isBig) reverseEach(own, size);
  const { buffer, byteOffset } = own;
  const count = own.length / size;
  if (kind === "float")
    return size === 4
      ? new Float32Array(buffer, byteOffset, count)
      : new Float64Array(buffer, byteOffset, count);
  return size === 2
    ? new Int16Array(buffer, byteOffset, count)
    : new Int32Array(buffer, byteOffset, count);
}

/** Reverses the bytes of each sample. */
function reverseEach(bytes: Uint8Array, size: number): void {
  for (let start = 0; start < bytes.length; start += size)
    for (let low = start, high = start + size - 1; low < high; low++, high--) {
      const byte = bytes[low]!;
      bytes[low] = bytes[high]!;
      bytes[high] = byte;
    }
}

/** Output encodings, little-endian. */
export type PcmOutput = "pcm-s16" | "pcm-s24" | "pcm-f32";

/** Bytes per sample. */
export const PCM_BYTES: Readonly<Record<PcmOutput, number>> = {
  "pcm-s16": 2,
  "pcm-s24": 3,
  "pcm-f32": 4,
};

/**
 * Encodes samples, interleaved. Integers are rounded to nearest (ties upward) without dither, so
 * that decoding and encoding is lossless; values beyond full scale are clamped.
 * @param bytes as many as the block needs, aligned
 */
export function packPcm(block: Block, codec: PcmOutput, bytes: Uint8Array): void {
  if (codec === "pcm-s24") return packWide(block, bytes);
  if (codec === "pcm-s16" && block.length <= 2) return packShorts(block, bytes);
  const count = framesOf(block) * block.length;
  if (codec === "pcm-s16") packShort(block, new Int16Array(bytes.buffer, bytes.byteOffset, count));
  else packFloats(block, new Float32Array(bytes.buffer, bytes.byteOffset, count));
}

function packShort(block: Block, values: Int16Array): void {
  for (const [channel, plane] of block.entries())
    for (let frame = 0, at = channel; frame < plane.length; frame++, at += block.length) {
      const value = Math.floor(plane[frame]! * 32_768 + 0.5);
      values[at] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
    }
}

function packWide(block: Block, bytes: Uint8Array): void {
  const step = 3 * block.length;
  for (const [channel, plane] of block.entries())
    for (let frame = 0, at = 3 * channel; frame < plane.length; frame++, at += step) {
      const nearest = Math.floor(plane[frame]! * 8_388_608 + 0.5);
      const value = nearest > 8_388_607 ? 8_388_607 : nearest < -8_388_608 ? -8_388_608 : nearest;
      bytes[at] = value;
      bytes[at + 1] = value >> 8;
      bytes[at + 2] = value >> 16;
    }
}

function packFloats(block: Block, values: Float32Array): void {
  for (const [channel, plane] of block.entries())
    for (let frame = 0, at = channel; frame < plane.length; frame++, at += block.length)
      values[at] = plane[frame]!;
}
