import { mp3FrameAt } from "./mp3-frames.ts";

/** A frame of MPEG 1 audio layer III, with the sound that is its own, wherever that lay. */
export interface Mp3Part {
  /** The header and the side information behind it. */
  readonly head: Uint8Array;
  /** Bytes of the frame. */
  readonly size: number;
  /** Scale factors and Huffman codes (main data), from a whole byte on. */
  readonly data: Uint8Array;
}

/** Bytes that the sound of a frame may begin before the frame (ISO 11172-3, 2.4.1.7: nine bits). */
const MOST_BEFORE = 511;
/** Number of 320 kbit/s. */
const WIDEST = 14;
/** Frames that are made as wide as they may be at most where two streams meet. */
const MOST_WIDE = 3;
const HEADER = 4;
/** Bits from one channel of a granule to the next (ISO 11172-3, 2.4.1.7). */
const GRANULE_BITS = 59;

const isMono = (header: Uint8Array): boolean => header[3]! >> 6 === 3;

function bitsAt(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let bit = at; bit < at + count; bit++)
    value = 2 * value + ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1);
  return value;
}

/** Bytes of a frame's main data, from its side information. */
function dataLength(side: Uint8Array, mono: boolean): number {
  // Behind where it begins, private bits and which scale factors are shared.
  const first = mono ? 18 : 20;
  let bits = 0;
  for (let part = 0; part < (mono ? 2 : 4); part++)
    bits += bitsAt(side, first + part * GRANULE_BITS, 12);
  return Math.ceil(bits / 8);
}

/**
 * Takes a stream apart.
 * @param bytes whole frames of MPEG 1 without checksums, the first of which needs none before it
 */
export function partsOfMp3(bytes: Uint8Array): Mp3Part[] {
  const found: { head: Uint8Array; size: number; from: number; length: number }[] = [];
  const main = new Uint8Array(bytes.length);
  let filled = 0;
  for (let at = 0; at < bytes.length;) {
    const frame = mp3FrameAt(bytes, at);
    if (!frame || at + frame.size > bytes.length) break;
    const mono = isMono(bytes.subarray(at));
    const head = bytes.slice(at, at + HEADER + (mono ? 17 : 32));
    const side = head.subarray(HEADER);
    const from = filled - bitsAt(side, 0, 9);
    found.push({ head, size: frame.size, from, length: dataLength(side, mono) });
    main.set(bytes.subarray(at + head.length, at + frame.size), filled);
    filled += frame.size - head.length;
    at += frame.size;
  }
  return found.map(({ head, size, from, length }) => ({
    head,
    size,
    data: main.subarray(from, from + length),
  }));
}

/** The same frame with as much room as there may be. */
function widen({ head, data }: Mp3Part): Mp3Part {
  const wide = head.slice();
  wide[2] = (WIDEST << 4) | (wide[2]! & 0x0f);
  return { head: wide, data, size: mp3FrameAt(wide, 0)!.size };
}

/** Bytes that a frame leaves behind it; below 0 where it has no room. @param spare those before it */
const left = ({ head, size, data }: Mp3Part, spare: number): number =>
  Math.min(spare, MOST_BEFORE) + size - head.length - data.length;

function fits(parts: readonly Mp3Part[], before: number): boolean {
  let spare = before;
  return parts.every((part) => (spare = left(part, spare)) >= 0);
}

/**
 * Joins streams of MPEG 1 audio layer III that were encoded apart from each other. The sound of a frame
 * may begin before the frame, in room that others have left (the bit reservoir); the encoder of a
 * stream knows only its own room. So all sound is laid anew, each as early as it may, and where that
 * leaves no room to a stream, up to three frames before it become frames of 320 kbit/s.
 * @param take gets the frames in order; they stay as they are
 */
export function createMp3Joiner(take: (frame: Uint8Array) => void) {
  /** Of the stream before: they may still be made wider. */
  let waiting: readonly Mp3Part[] = [];
  /** Frames into which more may come, and the bytes of main data that they have room for. */
  const open: { readonly frame: Uint8Array; readonly area: Uint8Array }[] = [];
  let room = 0;
  let spare = 0;

  const lay = (part: Mp3Part): void => {
    const { head, size, data } = part;
    const before = Math.min(spare, MOST_BEFORE);
    const frame = new Uint8Array(size);
    frame.set(head);
    frame[HEADER] = before >> 1;
    frame[HEADER + 1] = ((before & 1) << 7) | (head[HEADER + 1]! & 0x7f);
    let skip = room - before;
    open.push({ frame, area: frame.subarray(head.length) });
    room += size - head.length;
    let done = 0;
    for (const { area } of open) {
      const count = Math.min(Math.max(0, area.length - skip), data.length - done);
      if (count > 0) area.set(data.subarray(done, done + count), skip);
      done += count;
      skip = Math.max(0, skip - area.length);
    }
    spare = left(part, spare);
    close(Math.min(spare, MOST_BEFORE));
  };
  /** Gives frames that lie before so many bytes of room. */
  const close = (reach: number): void => {
    while (open[0] && room - open[0].area.length >= reach) {
      const { frame, area } = open.shift()!;
      room -= area.length;
      take(frame);
    }
  };

  return {
    /** @param parts of the next stream that belong to the whole */
    add(parts: readonly Mp3Part[]): void {
      let last = waiting;
      for (let wide = 1; !fits([...last, ...parts], spare) && wide <= MOST_WIDE; wide++)
        last = waiting.map((part, i) => (i >= waiting.length - wide ? widen(part) : part));
      const all = [...last, ...parts];
      const done = Math.max(0, all.length - MOST_WIDE);
      for (const part of all.slice(0, done)) lay(part);
      waiting = all.slice(done);
    },
    finish(): void {
      for (const part of waiting) lay(part);
      waiting = [];
      close(0);
    },
  };
}
