import type { Block, Format } from "#audio/effect.ts";
import { copyFrames, framesOf } from "#audio/signal/blocks.ts";
import type { BufferPool } from "./buffer-pool.ts";

/** A part of a sound with what is around it. */
export interface Segment {
  readonly block: Block;
  /** Frames of the block before those that are wanted, … */
  readonly skip: number;
  /** … and how many are. */
  readonly count: number;
}

/** Seconds of a segment: what is around it is worked on as well. */
const SHORTEST = 10;
const LONGEST = 12;
/** Bytes that a segment has at most: of high rates and many channels there are fewer seconds. */
const MAX_BYTES = 12e6;

/**
 * Frames of a segment, so that helpers end at about the same time.
 * @param duration of the sound in seconds; 0 where nobody knows
 */
export function segmentFrames(
  duration: number,
  helpers: number,
  { sampleRate, channels }: Format,
): number {
  const most = Math.min(LONGEST, MAX_BYTES / (4 * channels * sampleRate));
  const rounds = Math.max(1, Math.ceil(duration / (helpers * most)));
  const seconds = duration > 0 ? duration / (helpers * rounds) : most;
  return Math.ceil(Math.max(Math.min(SHORTEST, most), seconds) * sampleRate);
}

interface SegmentOptions {
  readonly count: number;
  readonly before: number;
  readonly after: number;
  readonly pool: BufferPool;
}

/**
 * Divides a sound into segments of one length, each with frames of its neighbours. The last one is
 * shorter; a sound without frames has none.
 * @param count frames of a segment
 * @param before frames that come before it, as far as there are
 * @param after the same behind it
 * @param pool where blocks come from
 */
export async function* segmentsOf(
  blocks: AsyncIterable<Block>,
  { count, before, after, pool }: SegmentOptions,
): AsyncGenerator<Segment, void, undefined> {
  const most = before + count + after;
  let input: Block = [];
  let filled = 0;
  let skip = 0;
  /** What is there, as a segment; the next one begins with its end. */
  const cut = (wanted: number): Segment => {
    const whole = input;
    const end = skip + wanted;
    const next = Math.max(0, end - before);
    input = pool.acquire(whole.length, most);
    for (const [channel, samples] of whole.entries())
      input[channel]!.set(samples.subarray(next, filled));
    const length = Math.min(filled, end + after);
    const segment = {
      block: length === most ? whole : copyFrames(whole, 0, length),
      skip,
      count: wanted,
    };
    filled -= next;
    skip = end - next;
    return segment;
  };
  for await (const block of blocks) {
    if (input.length === 0) input = pool.acquire(block.length, most);
    for (let at = 0; at < framesOf(block);) {
      const taken = Math.min(framesOf(block) - at, skip + count + after - filled);
      for (const [channel, samples] of block.entries())
        input[channel]!.set(samples.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled === skip + count + after) yield cut(count);
    }
  }
  while (filled > skip) yield cut(Math.min(count, filled - skip));
}
