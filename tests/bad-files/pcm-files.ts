import { big16, big32, join, u16, u32 } from "./bytes.ts";

export interface WavHead {
  readonly tag?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: number;
  readonly align?: number;
  /** Size that the chunk of samples says it has. */
  readonly size?: number;
}

/** A WAV file of any claims. */
export function wavFile(samples: Uint8Array, head: WavHead = {}): Uint8Array {
  const { tag = 1, channels = 1, rate = 16_000, bits = 16 } = head;
  const { align = (channels * bits) / 8, size = samples.length } = head;
  const format = join(u16(tag), u16(channels), u32(rate), u32(rate * align), u16(align), u16(bits));
  return join(
    "RIFF",
    u32(36 + samples.length),
    "WAVEfmt ",
    u32(16),
    format,
    "data",
    u32(size),
    samples,
  );
}

/** A quarter of a second of a tone, with noise so that it is no pattern. */
export const toneAt = (frame: number): number =>
  0.3 * Math.sin(frame / 9) + 0.05 * Math.sin(frame * frame);

export const samples16 = (count: number, at: (frame: number) => number = toneAt): Uint8Array =>
  new Uint8Array(
    Int16Array.from({ length: count }, (_, frame) => Math.round(32_767 * at(frame))).buffer,
  );
export const samples32 = (count: number, at: (frame: number) => number): Uint8Array =>
  new Uint8Array(Float32Array.from({ length: count }, (_, frame) => at(frame)).buffer);

/** 16,000 Hz as AIFF writes it: exponent and mantissa of 80 bits. */
const RATE = join(big16(16_383 + 13), big32(16_000 * 2 ** 18), big32(0));

export interface AiffHead {
  readonly rate?: Uint8Array;
  readonly channels?: number;
  readonly bits?: number;
  readonly frames?: number;
  readonly offset?: number;
  /** Kind of compression; with it the file is AIFF-C. */
  readonly compression?: string;
}

/** An AIFF file of any claims. @param samples from the largest byte on */
export function aiffFile(samples: Uint8Array, head: AiffHead = {}): Uint8Array {
  const { rate = RATE, channels = 1, bits = 16, offset = 0, compression } = head;
  const { frames = Math.floor((samples.length * 8) / Math.max(1, channels * bits)) } = head;
  const common = join(
    big16(channels),
    big32(frames),
    big16(bits),
    rate,
    compression === undefined ? "" : join(compression, "\0\0"),
  );
  const sound = join("SSND", big32(8 + samples.length), big32(offset), big32(0), samples);
  const body = join("COMM", big32(common.length), common, sound);
  return join("FORM", big32(4 + body.length), compression === undefined ? "AIFF" : "AIFC", body);
}

/** Samples of 16 bits, their bytes the other way round. */
export const swapped = (samples: Uint8Array): Uint8Array =>
  new Uint8Array(Buffer.from(samples).swap16());
