import type { Block } from "../../effect.ts";
import type { ReadBytes } from "../bytes/read-bytes.ts";
import { descriptionOf } from "../tracks/packet-decoder.ts";
import { id3Size } from "../mp3/mp3-gaps.ts";
import type { PacketReader } from "../tracks/read-track.ts";
import { createBits } from "../bytes/bits.ts";
import {
  decodeFlacFrame,
  flacHeaderChecksum,
  readBlockSize,
  readFlacInfo,
} from "./flac-decoder.ts";

/** Bytes that are searched at once. */
const WINDOW = 1 << 20;
/** Maximum bytes of a frame header. */
const HEADER = 16;
/** Bytes at the beginning of a frame header, up to the code of the sample rate. */
const RATE_BYTES = 3;
/** Code of a sample rate in kilohertz at the end of the header (RFC 9639, 9.1.2). */
const KILOHERTZ = 12;

/**
 * Reads a FLAC file by scanning for frames: sync code, valid header CRC, and valid frame CRC. Data
 * in between is skipped while frames keep their times, so that only damaged frames are lost. Scans
 * the file from its beginning.
 */
export const findFlacFrames = (read: ReadBytes): PacketReader =>
  async function* (track, { channels, start, onHole }) {
    const config = await track.getDecoderConfig();
    if (!config) return;
    const description = descriptionOf(config);
    const info = readFlacInfo(description);
    const { sampleRate } = info;
    const count = createSampleCounter(description);
    let next = Math.floor(start * sampleRate);
    let isFirst = true;
    for await (const bytes of findSyncCodes(read, count.longest)) {
      const header = readFrameHeader(bytes);
      if (!header) continue;
      const first = count.firstOf(header);
      const end = first + header.blockSize;
      // The caller trims a frame that contains the start position.
      if ((isFirst ? end <= next : first < next) || first >= count.total) continue;
      let block: Block;
      try {
        block = decodeFlacFrame(bytes, info);
      } catch (error) {
        if (error instanceof RangeError) continue;
        throw error;
      }
      if (first > next) onHole();
      next = end;
      isFirst = false;
      yield { block: block.slice(0, channels), time: first / sampleRate, sampleRate };
    }
  };

/**
 * Frame candidates: the bytes from each sync code on, up to the maximum frame length, fewer at the
 * end.
 */
async function* findSyncCodes(
  read: ReadBytes,
  longest: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let from = 0;
  for (;;) {
    const bytes = await read(from, from + WINDOW + longest);
    let at = bytes.indexOf(0xff);
    while (at >= 0 && at < WINDOW) {
      if ((bytes[at + 1]! & 0xfe) === 0xf8) yield bytes.subarray(at, at + longest);
      at = bytes.indexOf(0xff, at + 1);
    }
    if (bytes.length <= WINDOW) return;
    from += WINDOW;
  }
}

/** Computes sample positions from STREAMINFO (RFC 9639, 8.2). */
function createSampleCounter(description: Uint8Array) {
  const { channels, bitsPerSample } = readFlacInfo(description);
  const hasMark = description[0] === 0x66;
  const bits = createBits(description.subarray(hasMark ? 8 : 0));
  bits.read(16);
  const largest = bits.read(16);
  for (const skipped of [24, 24, 20, 3, 5]) bits.read(skipped);
  const total = bits.read(4) * 2 ** 32 + bits.read(32);
  return {
    total: total || Infinity,
    /** Maximum length of a frame: uncompressed samples. */
    longest: HEADER + 2 + Math.ceil((largest * channels * (bitsPerSample + 1)) / 8) + channels,
    /** With a fixed block size, frames state their number, otherwise that of their first sample. */
    firstOf: ({ isVariable, number }: FrameHeader) => (isVariable ? number : number * largest),
  };
}

interface FrameHeader {
  readonly isVariable: boolean;
  readonly number: number;
  readonly blockSize: number;
}

/** Parses a frame header (RFC 9639, 9.1); null if it is invalid. */
function readFrameHeader(bytes: Uint8Array): FrameHeader | null {
  const bits = createBits(bytes.subarray(0, HEADER));
  try {
    if (bits.read(15) !== 0x7ffc) return null;
    const isVariable = bits.read(1) === 1;
    const sizeCode = bits.read(4);
    const rateCode = bits.read(4);
    bits.read(8);
    const number = readNumber(bits);
    const blockSize = readBlockSize(bits, sizeCode);
    if (rateCode === 12) bits.read(8);
    else if (rateCode === 13 || rateCode === 14) bits.read(16);
    const length = bits.align();
    if (number === null || blockSize === 0 || rateCode === 15) return null;
    return flacHeaderChecksum(bytes.subarray(0, length)) === bits.read(8)
      ? { isVariable, number, blockSize }
      : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A number coded like a UTF-8 character of up to seven bytes; null if it is invalid. */
function readNumber(bits: ReturnType<typeof createBits>): number | null {
  const first = bits.read(8);
  const ones = Math.clz32(~(first << 24));
  if (ones === 1 || ones === 8) return null;
  let number = ones === 0 ? first : first & (0x7f >> ones);
  for (let i = 1; i < ones; i++) {
    if (bits.read(2) !== 2) return null;
    number = number * 64 + bits.read(6);
  }
  return number;
}

/**
 * Whether the first frame of a FLAC file states its sample rate in kilohertz, as encoders may for
 * 64, 100 and 192 kHz.
 */
export async function hasRateInKilohertz(read: ReadBytes): Promise<boolean> {
  let at = id3Size(await read(0, 10)) + 4;
  for (let isLast = false; !isLast;) {
    const block = await read(at, at + 4);
    if (block.length < 4) return false;
    isLast = block[0]! >= 0x80;
    at += 4 + block[1]! * 0x1_0000 + block[2]! * 0x100 + block[3]!;
  }
  const frame = await read(at, at + RATE_BYTES);
  return frame.length === RATE_BYTES && frame[0] === 0xff && (frame[2]! & 0xf) === KILOHERTZ;
}
