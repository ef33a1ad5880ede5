import type { Block, Format } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { createMp3File } from "../mp3/mp3-file.ts";
import { createMp3Joiner } from "../mp3/mp3-join.ts";
import { type Mp3Part, partsOfMp3 } from "../mp3/mp3-parts.ts";
import type { EncodedSegment, Mp3Segment } from "../mp3/mp3-segment.ts";
import type { AudioWriter, WriterOptions } from "./audio-writer.ts";

/** Encoders of segments of sound that work at once. */
export interface Mp3Encoders {
  readonly count: number;
  /** Takes the memory of the planes until it has resolved. */
  encode(segment: Mp3Segment): Promise<EncodedSegment>;
  close(): Promise<unknown>;
}

export interface Mp3EncoderHost {
  /** Encodes in this thread: a sound of one segment. */
  encode(segment: Mp3Segment): Promise<EncodedSegment>;
  /** Null where this thread has to do all. */
  start(): Promise<Mp3Encoders> | null;
}

/** Samples of a frame. */
const FRAME = 1152;
/** kbit/s of a channel. */
const BITRATE = 128;
/** Frames of a segment: 13 s at 44.1 kHz. The result depends on it, and on nothing of the machine. */
const SEGMENT = 500;
/** Frames before it by which the encoder learns what it hears, and behind it that it looks at. */
const BEFORE = 12;
const BEHIND = 3;

/** Whether `createMp3Writer` can write it: other rates have frames of MPEG 2, more channels have to be mixed. */
export const isPlainMp3 = ({ sampleRate, channels }: Format): boolean =>
  sampleRate >= 32_000 && channels <= 2;

/**
 * MP3 of 128 kbit/s a channel with its tags, from which players know where its sound begins and
 * ends. A long sound is encoded in segments, at once where there are several cores.
 */
export async function createMp3Writer(
  { format: { sampleRate, channels }, tags, bitrate: wanted, write }: WriterOptions,
  host: Mp3EncoderHost,
): Promise<AudioWriter> {
  const bitrate = (wanted === undefined ? BITRATE : wanted / 1000) * channels;
  const length = (BEFORE + SEGMENT + BEHIND) * FRAME;
  const file = await createMp3File({ tags, write });
  const joiner = createMp3Joiner((frame) => file.push(frame));
  let threads: Mp3Encoders | null = null;
  let planes: Block = createBlock(channels, length);
  /** Frames before the segment that are in the planes, too: none of the first. */
  let before = 0;
  let filled = 0;
  let total = 0;
  const asked: Promise<Mp3Part[]>[] = [];
  /** Planes of megabytes that came back: new ones would pile up until they are collected. */
  const spare: Block[] = [];

  /** What comes of the planes; they are given away. */
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
    joiner.add(await asked.shift()!);
    await file.flush();
  }
  async function next(): Promise<void> {
    threads ??= await host.start();
    const coming = spare.pop() ?? createBlock(channels, length);
    const from = (before + SEGMENT - BEFORE) * FRAME;
    for (const [channel, plane] of planes.entries()) coming[channel]!.set(plane.subarray(from));
    const asking = encode(SEGMENT);
    // Who waits for it comes later.
    asking.catch(() => {});
    asked.push(asking);
    filled -= from;
    planes = coming;
    before = BEFORE;
    if (asked.length > (threads?.count ?? 0)) await takeNext();
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
      asked.push(encode(undefined));
      while (asked.length > 0) await takeNext();
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
