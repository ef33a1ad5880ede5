import type { Block, Format } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { createMp3File } from "../mp3/mp3-file.ts";
import { createMp3Joiner } from "../mp3/mp3-join.ts";
import { type Mp3Part, partsOfMp3 } from "../mp3/mp3-parts.ts";
import type { EncodedSegment, Mp3Segment } from "../mp3/mp3-segment.ts";
import type { AudioWriter, WriterOptions } from "./audio-writer.ts";

/** Encoders of segments that work in parallel. */
export interface Mp3Encoders {
  readonly count: number;
  /** Owns the memory of the samples until the promise has resolved. */
  encode(segment: Mp3Segment): Promise<EncodedSegment>;
  close(): Promise<unknown>;
}

export interface Mp3EncoderHost {
  /** Encodes in this thread, for a sound of one segment. */
  encode(segment: Mp3Segment): Promise<EncodedSegment>;
  /** Null if this thread has to encode everything. */
  start(): Promise<Mp3Encoders> | null;
}

/** Samples of a frame. */
const FRAME = 1152;
/** kb/s per channel. */
const BITRATE = 128;
/** Frames per segment: 13 s at 44.1 kHz. The result depends on it, but not on the machine. */
const SEGMENT = 500;
/** Frames before a segment that warm up the encoder, and frames after it for its look-ahead. */
const BEFORE = 12;
const BEHIND = 3;

/**
 * Whether `createMp3Writer` supports the format: other sample rates have MPEG 2 frames, and more
 * channels must be mixed.
 */
export const isPlainMp3 = ({ sampleRate, channels }: Format): boolean =>
  sampleRate >= 32_000 && channels <= 2;

/**
 * MP3 with 128 kb/s per channel, tags, encoder delay and padding. A long sound is encoded in
 * segments, in parallel on several cores.
 */
export async function createMp3Writer(
  { format: { sampleRate, channels }, tags, bitrate: requestedBitrate, write }: WriterOptions,
  host: Mp3EncoderHost,
): Promise<AudioWriter> {
  const bitrate = (requestedBitrate === undefined ? BITRATE : requestedBitrate / 1000) * channels;
  const length = (BEFORE + SEGMENT + BEHIND) * FRAME;
  const file = await createMp3File({ tags, write });
  const joiner = createMp3Joiner((frame) => file.push(frame));
  let threads: Mp3Encoders | null = null;
  let planes: Block = createBlock(channels, length);
  /** Frames before the segment in its samples; 0 for the first segment. */
  let before = 0;
  let filled = 0;
  let total = 0;
  const pending: Promise<Mp3Part[]>[] = [];
  /** Recycled buffers: new ones would accumulate until garbage collection. */
  const spare: Block[] = [];

  /** Encodes the samples, which are transferred. */
  async function encode(frames: number | undefined): Promise<Mp3Part[]> {
    const [first, last] = [before, frames === undefined ? undefined : before + frames];
    const segment = {
      planes: planes.map((plane) => plane.subarray(0, filled)),
      sampleRate,
      bitrate,
    };
    const { bytes, planes: back } = await (threads ?? host).encode(segment);
    spare.push(back.map(({ buffer }) => new Float32Array(buffer as ArrayBuffer)));
    return partsOfMp3(bytes).slice(first, last);
  }
  async function takeNext(): Promise<void> {
    joiner.add(await pending.shift()!);
    await file.flush();
  }
  async function next(): Promise<void> {
    threads ??= await host.start();
    const coming = spare.pop() ?? createBlock(channels, length);
    const from = (before + SEGMENT - BEFORE) * FRAME;
    for (const [channel, plane] of planes.entries()) coming[channel]!.set(plane.subarray(from));
    const encoding = encode(SEGMENT);
    // The promise is awaited later.
    encoding.catch(() => {});
    pending.push(encoding);
    filled -= from;
    planes = coming;
    before = BEFORE;
    if (pending.length > (threads?.count ?? 0)) await takeNext();
  }
  return {
    async add(block) {
      const frames = framesOf(block);
      total += frames;
      for (let at = 0; at < frames;) {
        const end = (before + SEGMENT + BEHIND) * FRAME;
        const count = Math.min(end - filled, frames - at);
        for (const [channel, plane] of planes.entries())
          plane.set(block[channel]!.subarray(at, at + count), filled);
        filled += count;
        at += count;
        if (filled === end) await next();
      }
    },
    async finish() {
      pending.push(encode(undefined));
      while (pending.length > 0) await takeNext();
      joiner.finish();
      await threads?.close();
      await file.finish(total);
      return null;
    },
    async abandon() {
      await threads?.close();
    },
  };
}
