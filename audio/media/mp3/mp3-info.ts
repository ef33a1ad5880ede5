import { mp3FrameAt, sideInfoSize } from "./mp3-frames.ts";

/** Content of the Xing/LAME header. */
export interface Mp3Info {
  /** Offset of each frame from the first one. */
  readonly offsets: readonly number[];
  /** Bytes of all frames. */
  readonly bytes: number;
  /** See `musicCrc`. */
  readonly crc: number;
  /** Encoder delay, and padding of the last frame, in samples. */
  readonly delay: number;
  readonly padding: number;
  /** kb/s */
  readonly bitrate: number;
}

/**
 * Bit rate index of 128 kb/s, 80 kb/s in MPEG 2: such a frame has enough room at every sample rate.
 */
const BITRATE = 9;
const HUNDREDTHS = 100;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ 0xa001 : value >> 1;
  return value;
});

/** Updates a CRC-16 (polynomial 0x8005, reflected) with bytes. */
export function musicCrc(before: number, bytes: Uint8Array): number {
  let value = before;
  for (let at = 0; at < bytes.length; at++)
    value = (value >> 8) ^ TABLE[(value ^ bytes[at]!) & 0xff]!;
  return value;
}

/**
 * A silent frame in the format of a file, without the header fields. @param header four bytes of
 * one of its frames
 */
export function emptyMp3Frame(header: Uint8Array): Uint8Array<ArrayBuffer> {
  const own = header.slice(0, 4);
  own[2] = (BITRATE << 4) | (own[2]! & 0x0c);
  const frame = new Uint8Array(mp3FrameAt(own, 0)!.size);
  frame.set(own);
  return frame;
}

/**
 * The first frame: Xing header with seek table, and the LAME tag with the encoder delay and padding
 * for players (M. Gabriel, "Mp3 Info Tag rev 1").
 */
export function mp3InfoFrame(header: Uint8Array, facts: Mp3Info): Uint8Array<ArrayBuffer> {
  const { offsets, bytes, crc, delay, padding, bitrate } = facts;
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
  // All four fields follow: frames, bytes, seek table, quality.
  view.setUint32(start + 4, 15);
  view.setUint32(start + 8, offsets.length);
  view.setUint32(start + 12, whole);
  for (let i = 0; i < HUNDREDTHS; i++) {
    const offset = frame.length + (offsets[Math.floor((offsets.length * i) / HUNDREDTHS)] ?? 0);
    frame[start + 16 + i] = (256 * offset) / whole;
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
