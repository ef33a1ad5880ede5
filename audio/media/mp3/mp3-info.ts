import { mp3FrameAt, sideInfoSize } from "./mp3-frames.ts";

/** What is told of a file of MPEG audio layer III before its sound. */
export interface Mp3Facts {
  /** Where each frame begins, counted from the first of them. */
  readonly places: readonly number[];
  /** Bytes of all frames. */
  readonly bytes: number;
  /** See `musicCrc`. */
  readonly crc: number;
  /** Samples that the encoder put before the sound, and behind it to fill the last frame. */
  readonly delay: number;
  readonly padding: number;
  /** kbit/s */
  readonly bitrate: number;
}

/** Number of 128 kbit/s, of 80 in MPEG 2: there is room in such a frame at every rate. */
const BITRATE = 9;
const HUNDREDTHS = 100;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ 0xa001 : value >> 1;
  return value;
});

/** CRC-16 (polynomial 0x8005, the lowest bit first) of what came before and bytes. */
export function musicCrc(before: number, bytes: Uint8Array): number {
  let value = before;
  for (let at = 0; at < bytes.length; at++)
    value = (value >> 8) ^ TABLE[(value ^ bytes[at]!) & 0xff]!;
  return value;
}

/** A silent frame like those of a file, without what is told. @param header four bytes of one of them */
export function emptyMp3Frame(header: Uint8Array): Uint8Array<ArrayBuffer> {
  const own = header.slice(0, 4);
  own[2] = (BITRATE << 4) | (own[2]! & 0x0c);
  const frame = new Uint8Array(mp3FrameAt(own, 0)!.size);
  frame.set(own);
  return frame;
}

/**
 * The frame that comes first: how much there is, where its hundredths begin, and the tag of LAME, from
 * which players know what they have to leave out at both ends (M. Gabriel, "Mp3 Info Tag rev 1").
 */
export function mp3InfoFrame(header: Uint8Array, facts: Mp3Facts): Uint8Array<ArrayBuffer> {
  const { places, bytes, crc, delay, padding, bitrate } = facts;
  const frame = emptyMp3Frame(header);
  const view = new DataView(frame.buffer);
  const text = (at: number, value: string): void =>
    frame.set(
      Array.from(value, (one) => one.charCodeAt(0)),
      at,
    );
  const start = 4 + sideInfoSize(header);
  const whole = frame.length + bytes;
  text(start, "Info");
  // All four follow: frames, bytes, hundredths, quality.
  view.setUint32(start + 4, 15);
  view.setUint32(start + 8, places.length);
  view.setUint32(start + 12, whole);
  for (let i = 0; i < HUNDREDTHS; i++) {
    const place = frame.length + (places[Math.floor((places.length * i) / HUNDREDTHS)] ?? 0);
    frame[start + 16 + i] = (256 * place) / whole;
  }
  const tag = start + 16 + HUNDREDTHS + 4;
  text(tag, "LAME3.100");
  frame[tag + 9] = 1;
  frame[tag + 20] = Math.min(255, bitrate);
  frame[tag + 21] = delay >> 4;
  frame[tag + 22] = ((delay & 15) << 4) | (padding >> 8);
  frame[tag + 23] = padding;
  view.setUint32(tag + 28, whole);
  view.setUint16(tag + 32, crc);
  view.setUint16(tag + 34, musicCrc(0, frame.subarray(0, tag + 34)));
  return frame;
}
