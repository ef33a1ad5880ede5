import { joinBytes } from "../bytes/byte-parts.ts";
import { mp3FrameAt, sideInfoSize } from "./mp3-frames.ts";

/** A frame of MPEG audio layer III, with the sound that is its own, wherever that lay. */
export interface Mp3Part {
  /** The header and the side information behind it, without a checksum. */
  readonly head: Uint8Array;
  /** Bytes of the frame. */
  readonly size: number;
  /** Scale factors and Huffman codes (main data), from a whole byte on. */
  readonly data: Uint8Array;
}

const HEADER = 4;
const CHECKSUM = 2;
/** Number of 320 kbit/s, of 160 in MPEG 2. */
const WIDEST = 14;

const isVersion1 = (head: Uint8Array): boolean => (head[1]! & 0x18) === 0x18;

/** Bits that say how many bytes before a frame its sound begins (ISO 11172-3, 2.4.1.7; ISO 13818-3, 2.4.1.7). */
const beginBits = (head: Uint8Array): number => (isVersion1(head) ? 9 : 8);

/** Bytes that the sound of a frame may begin before the frame at most. */
export const mostBefore = (head: Uint8Array): number => 2 ** beginBits(head) - 1;

function bitsAt(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let bit = at; bit < at + count; bit++)
    value = 2 * value + ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1);
  return value;
}

/** Bytes of a frame's main data, from its side information: the first number of each granule and channel. */
function dataLength(head: Uint8Array): number {
  const side = head.subarray(HEADER);
  const channels = head[3]! >> 6 === 3 ? 1 : 2;
  // Behind where it begins, private bits and, in MPEG 1, which scale factors are shared.
  const layout = isVersion1(head)
    ? { first: channels === 1 ? 18 : 20, count: 2 * channels, bits: 59 }
    : { first: channels === 1 ? 9 : 10, count: channels, bits: 63 };
  let sum = 0;
  for (let part = 0; part < layout.count; part++)
    sum += bitsAt(side, layout.first + part * layout.bits, 12);
  return Math.ceil(sum / 8);
}

/** A head that says how many bytes before its frame the sound begins. */
export function beginningAt(head: Uint8Array, before: number): Uint8Array {
  const told = head.slice();
  if (isVersion1(head)) {
    told[HEADER] = before >> 1;
    told[HEADER + 1] = ((before & 1) << 7) | (head[HEADER + 1]! & 0x7f);
  } else told[HEADER] = before;
  return told;
}

const startOf = (frame: Uint8Array): number => HEADER + ((frame[1]! & 1) === 0 ? CHECKSUM : 0);

/** Bytes that the sound of a frame begins before the frame. */
export const mainDataBegin = (frame: Uint8Array): number =>
  bitsAt(frame, 8 * startOf(frame), beginBits(frame));

/**
 * A frame that is silent, but still holds what later frames may have in it.
 * @returns data: bytes of main data that there is room for
 */
export function mutedMp3Frame(frame: Uint8Array) {
  const muted = frame.slice();
  // What follows its side information is found from its end, so that the checksum may become part of it.
  muted[1] = muted[1]! | 1;
  muted.fill(0, HEADER, startOf(frame) + sideInfoSize(frame));
  return { muted, data: frame.length - startOf(frame) - sideInfoSize(frame) };
}

/** The same frame with as much room as there may be. */
export function widen({ head, data }: Mp3Part): Mp3Part {
  const wide = head.slice();
  wide[2] = (WIDEST << 4) | (wide[2]! & 0x0f);
  return { head: wide, data, size: mp3FrameAt(wide, 0)!.size };
}

/** A frame without sound, like one of a stream. */
export function silentPart({ head }: Mp3Part): Mp3Part {
  const silent = new Uint8Array(head.length);
  silent.set(head.subarray(0, HEADER));
  return { head: silent, size: mp3FrameAt(silent, 0)!.size, data: new Uint8Array(0) };
}

/**
 * Takes a stream apart, frame by frame. A frame whose sound begins before the first one is silent, as no
 * decoder can hear it.
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
    before = main.slice(Math.max(0, main.length - mostBefore(head)));
    const part = { head, size: frame.length, data: main.subarray(from, from + length) };
    return from < 0 || from + length > main.length ? silentPart(part) : part;
  };
}

/** Takes all of a stream apart. @param bytes whole frames, the first of which needs none before it */
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
