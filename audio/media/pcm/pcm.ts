import type { Block, Format } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { packShorts, cachePeak, unpackShorts } from "../../signal/sample-kernel.ts";
import type { ReadBytes } from "../bytes/read-bytes.ts";
import { readPieces } from "../bytes/read-pieces.ts";

/** How samples of plain sound are written down. */
export interface PcmEncoding {
  readonly kind: "signed" | "unsigned" | "float";
  /** Of a sample. Whole numbers: 1 to 4; floats: 4 or 8. */
  readonly bytes: 1 | 2 | 3 | 4 | 8;
  /** Whether the largest byte comes first. */
  readonly isBig: boolean;
  /** Bits of a whole number that lies in the lower ones of its bytes; missing: it fills them. */
  readonly bits?: number;
}

/** The encoding's name, such as `pcm-s16` or `pcm-f32be`. */
export const pcmCodec = ({ kind, bytes, isBig }: PcmEncoding): string =>
  `pcm-${kind[0]}${8 * bytes}${isBig && bytes > 1 ? "be" : ""}`;

/** Plain sound of a file. */
export interface PcmFile {
  readonly format: Format;
  /** Frames that the file has, or says it has. */
  readonly frames: number;
  /** Such as `pcm-s16be`. */
  readonly codec: string;
  /** Its samples from a frame on, in blocks. @param isLent whether each is overwritten by the next */
  readonly blocks: (from?: number, isLent?: boolean) => AsyncGenerator<Block, void, undefined>;
}

/** Where samples lie in a file, and how. */
export interface PcmPlace {
  readonly format: Format;
  readonly encoding: PcmEncoding;
  /** Byte of the first sample. */
  readonly start: number;
  readonly frames: number;
}

/** Frames of a block: two channels of it stay in a processor's nearest caches. */
const BLOCK = 16_384;
/** Bytes that are read at once, where reading goes on. */
const MOST_BYTES = 1024 * 1024;

/** The sound at a place. It ends early where the file does. */
export function pcmFile(read: ReadBytes, { format, encoding, start, frames }: PcmPlace): PcmFile {
  const frameBytes = encoding.bytes * format.channels;
  const mostFrames = Math.max(1, Math.floor(MOST_BYTES / (BLOCK * frameBytes))) * BLOCK;
  return {
    format,
    frames,
    codec: pcmCodec(encoding),
    async *blocks(from = 0, isLent = false) {
      const lent = isLent ? createBlock(format.channels, BLOCK) : null;
      const pieces = readPieces(read, {
        from: start + from * frameBytes,
        to: start + frames * frameBytes,
        // Little at first: who looks at one place needs no more.
        first: BLOCK * frameBytes,
        most: mostFrames * frameBytes,
        isLent,
      });
      for await (const bytes of pieces) {
        const count = Math.floor(bytes.length / frameBytes);
        for (let at = 0; at < count; at += BLOCK) {
          const end = Math.min(count, at + BLOCK);
          const part = bytes.subarray(at * frameBytes, end * frameBytes);
          const block =
            lent?.map((plane) => plane.subarray(0, end - at)) ??
            createBlock(format.channels, end - at);
          const peaks = unpackPcm(part, encoding, block);
          if (lent && peaks)
            for (const [channel, peak] of peaks.entries()) cachePeak(block[channel]!, peak);
          yield block;
        }
      }
    },
  };
}

/**
 * Reads samples, full scale −1 to 1, of whole frames.
 * @param bytes channel by channel, frame by frame
 * @param block where they go: of as many frames
 * @returns the largest size in each channel; null where it was not looked for
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
  /** Factor from a whole number to full scale of 1. */
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

/** Whole numbers in three bytes, taken as the upper ones of four. */
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

/** The numbers as they are. */
function valuesOf(bytes: Uint8Array, { kind, bytes: size, isBig }: PcmEncoding): Values {
  if (size === 1)
    return kind === "unsigned"
      ? bytes
      : new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  // Processors that this runs on have the smallest byte first, and views begin where a number may.
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

/** Turns the bytes of each number round. */
function reverseEach(bytes: Uint8Array, size: number): void {
  for (let start = 0; start < bytes.length; start += size)
    for (let low = start, high = start + size - 1; low < high; low++, high--) {
      const byte = bytes[low]!;
      bytes[low] = bytes[high]!;
      bytes[high] = byte;
    }
}

/** What is written: whole numbers of 16 or 24 bits, or floats of 32, the smallest byte first. */
export type PcmOutput = "pcm-s16" | "pcm-s24" | "pcm-f32";

/** Bytes of a sample. */
export const PCM_BYTES: Readonly<Record<PcmOutput, number>> = {
  "pcm-s16": 2,
  "pcm-s24": 3,
  "pcm-f32": 4,
};

/**
 * Writes samples down as a file has them, frame by frame. Whole numbers are the nearest ones, the upper
 * one of two that are as near, without dither, so that what is read and written again stays as it
 * was; beyond full scale they stay at its end.
 * @param bytes as many as the block needs, from a place on where a number may begin
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
