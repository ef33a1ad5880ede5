import { joinBytes } from "../bytes/byte-parts.ts";
import { mp3FrameAt, sideInfoSize } from "./mp3-frames.ts";

/** A frame of MPEG audio layer III with its own main data, wherever that was stored. */
export interface Mp3Part {
  /** Header and side information, without a checksum. */
  readonly head: Uint8Array;
  /** Length of the frame in bytes. */
  readonly size: number;
  /** Scale factors and Huffman codes (main data), byte-aligned. */
  readonly data: Uint8Array;
}

const HEADER = 4;
const CHECKSUM = 2;
/** Bit rate index of 320 kb/s, 160 kb/s in MPEG 2. */
const MAX_BITRATE_INDEX = 14;

const isVersion1 = (head: Uint8Array): boolean => (head[1]! & 0x18) === 0x18;

/** Bits of `main_data_begin` (ISO 11172-3, 2.4.1.7; ISO 13818-3, 2.4.1.7). */
const beginBits = (head: Uint8Array): number => (isVersion1(head) ? 9 : 8);

/** Maximum value of `main_data_begin` in bytes. */
export const maxReservoir = (head: Uint8Array): number => 2 ** beginBits(head) - 1;

function bitsAt(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let bit = at; bit < at + count; bit++)
    value = 2 * value + ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1);
  return value;
}

/**
 * Bytes of a frame's main data, from its side information: the first field of each granule and
 * channel.
 */
function dataLength(head: Uint8Array): number {
  const side = head.subarray(HEADER);
  const channels = head[3]! >> 6 === 3 ? 1 : 2;
  // `main_data_begin` is followed by private bits and, in MPEG 1, scfsi.
  const layout = isVersion1(head)
    ? { first: channels === 1 ? 18 : 20, count: 2 * channels, bits: 59 }
    : { first: channels === 1 ? 9 : 10, count: channels, bits: 63 };
  let sum = 0;
  for (let part = 0; part < layout.count; part++)
    sum += bitsAt(side, layout.first + part * layout.bits, 12);
  return Math.ceil(sum / 8);
}

/** A header with another `main_data_begin`. */
export function withMainDataBegin(head: Uint8Array, before: number): Uint8Array {
  const header = head.slice();
  if (isVersion1(head)) {
    header[HEADER] = before >> 1;
    header[HEADER + 1] = ((before & 1) << 7) | (head[HEADER + 1]! & 0x7f);
  } else header[HEADER] = before;
  return header;
}

const startOf = (frame: Uint8Array): number => HEADER + ((frame[1]! & 1) === 0 ? CHECKSUM : 0);

/** `main_data_begin`: bytes by which main data starts before the frame. */
export const mainDataBegin = (frame: Uint8Array): number =>
  bitsAt(frame, 8 * startOf(frame), beginBits(frame));

/**
 * A silent frame that still contains main data of later frames.
 * @returns data: bytes of available main data
 */
export function mutedMp3Frame(frame: Uint8Array) {
  const muted = frame.slice();
  // The position after the side information is computed from its end, so the checksum may become
  // part of it.
  muted[1] = muted[1]! | 1;
  muted.fill(0, HEADER, startOf(frame) + sideInfoSize(frame));
  return { muted, data: frame.length - startOf(frame) - sideInfoSize(frame) };
}

/** The frame at the maximum bit rate. */
export function widen({ head, data }: Mp3Part): Mp3Part {
  const wide = head.slice();
  wide[2] = (MAX_BITRATE_INDEX << 4) | (wide[2]! & 0x0f);
  return { head: wide, data, size: mp3FrameAt(wide, 0)!.size };
}

/** A silent frame in the format of a stream. */
export function createSilentPart({ head }: Mp3Part): Mp3Part {
  const silent = new Uint8Array(head.length);
  silent.set(head.subarray(0, HEADER));
  return { head: silent, size: mp3FrameAt(silent, 0)!.size, data: new Uint8Array(0) };
}

/**
 * Splits a stream into frames with their main data. A frame whose main data starts before the first
 * frame becomes silent, since no decoder can decode it.
 */
export function createMp3Splitter(): (frame: Uint8Array) => Mp3Part {
  let before: Uint8Array = new Uint8Array(0);
  return (frame) => {
    const start = startOf(frame);
    const end = start + sideInfoSize(frame);
    const head = joinBytes([frame.subarray(0, HEADER), frame.subarray(start, end)]);
    head[1] = head[1]! | 1;
    const main = joinBytes([before, frame.subarray(end)]);
    const from = before.length - bitsAt(head, 8 * HEADER, beginBits(head));
    const length = dataLength(head);
    before = main.slice(Math.max(0, main.length - maxReservoir(head)));
    const part = { head, size: frame.length, data: main.subarray(from, from + length) };
    return from < 0 || from + length > main.length ? createSilentPart(part) : part;
  };
}

/**
 * Splits a complete stream. @param bytes whole frames; the first one must not depend on earlier
 * ones
 */
export function partsOfMp3(bytes: Uint8Array): Mp3Part[] {
  const split = createMp3Splitter();
  const parts: Mp3Part[] = [];
  for (let at = 0; at < bytes.length;) {
    const frame = mp3FrameAt(bytes, at);
    if (!frame || at + frame.size > bytes.length) break;
    parts.push(split(bytes.subarray(at, at + frame.size)));
    at += frame.size;
  }
  return parts;
}
