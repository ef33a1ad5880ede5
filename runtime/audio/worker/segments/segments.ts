import type { Block, Format } from "#audio/effect.ts";
import { copyFrames, framesOf } from "#audio/signal/blocks.ts";
import type { BufferPool } from "./buffer-pool.ts";

/** A range of a sound together with its context. */
export interface Segment {
  readonly block: Block;
  /** Frames of context before the requested frames. */
  readonly skip: number;
  /** Number of requested frames. */
  readonly count: number;
}

/** Minimum seconds of a segment, because its context is processed as well. */
const SHORTEST = 10;
const LONGEST = 12;
/** Maximum bytes of a segment, which limits its seconds at high sample rates or many channels. */
const MAX_BYTES = 12e6;

/**
 * Frames of a segment, chosen so that helpers finish at about the same time.
 * @param duration of the sound in seconds; 0 if unknown
 */
export function segmentFrames(
  duration: number,
  helpers: number,
  { sampleRate, channels }: Format,
): number {
  const maxFrames = Math.min(LONGEST, MAX_BYTES / (4 * channels * sampleRate));
  const rounds = Math.max(1, Math.ceil(duration / (helpers * maxFrames)));
  const seconds = duration > 0 ? duration / (helpers * rounds) : maxFrames;
  return Math.ceil(Math.max(Math.min(SHORTEST, maxFrames), seconds) * sampleRate);
}

interface SegmentOptions {
  readonly count: number;
  readonly before: number;
  readonly after: number;
  readonly pool: BufferPool;
}

/**
 * Divides a sound into segments of equal length with context from their neighbors. The last segment
 * is shorter; a sound without frames has no segments.
 * @param count frames of a segment
 * @param before frames of context before it, as many as exist
 * @param after frames of context after it
 * @param pool allocates the blocks
 */
export async function* segmentsOf(
  blocks: AsyncIterable<Block>,
  { count, before, after, pool }: SegmentOptions,
): AsyncGenerator<Segment, void, undefined> {
  const frames = before + count + after;
  let input: Block = [];
  let filled = 0;
  let skip = 0;
  /** Cuts a segment from the buffered frames; the next segment starts at its end. */
  const cut = (target: number): Segment => {
    const whole = input;
    const end = skip + target;
    const next = Math.max(0, end - before);
    input = pool.acquire(whole.length, frames);
    for (const [channel, samples] of whole.entries())
      input[channel]!.set(samples.subarray(next, filled));
    const length = Math.min(filled, end + after);
    const segment = {
      block: length === frames ? whole : copyFrames(whole, 0, length),
      skip,
      count: target,
    };
    filled -= next;
    skip = end - next;
    return segment;
  };
  for await (const block of blocks) {
    if (input.length === 0) input = pool.acquire(block.length, frames);
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
