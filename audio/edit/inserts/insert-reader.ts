import type { Block, Format, Processor } from "../../effect.ts";
import { copyFrames, createBlock, framesOf, joinBlocks } from "../../signal/blocks.ts";
import { finiteBlock } from "../../signal/finite.ts";
import { contextOf, createInserts } from "./create-insert.ts";
import type { TrackEffect } from "./track-effect.ts";

/** Frames of each block that passes through the effects. */
const BLOCK = 4096;
/** Minimum length in seconds between two starts of the effects. */
const MIN_SEGMENT = 5;
/** Maximum context in seconds, so that a position is reached soon: each effect once has less. */
const MAX_CONTEXT = 30;
/** Seconds in which the output of one start fades into that of the next; shorter than a block. */
const FADE = 0.02;
/** Seconds of output that are kept after a jump, so that a loop starts again without a gap. */
const AFTER_JUMP = 5;
/** Number of jumps after which the output is kept. */
const JUMPS = 2;
/** Seconds of the latest output that are kept: a change of another track reads them again. */
const LATEST = 6;

/** Blocks per block read that prepare what is needed next, at most, after a jump. */
const CATCH_UP = 4;

/** Reads the sound of a track before its effects. */
export type ReadDry = (start: number, end: number) => Promise<Block>;

/** Reads the sound of a track after its effects, from any frame, in any order. */
export type ReadWet = (start: number, end: number) => Promise<Float32Array[]>;

/** A start of the effects: the output of one segment, in order. */
interface Run {
  /** Index of the next block. */
  position(): number;
  next(): Promise<Float32Array[]>;
}
interface RunInput {
  readonly read: ReadDry;
  readonly channels: number;
}

/** @param processor made for this run @param from index of the first block of input and output */
function createRun(processor: Processor, from: number, { read, channels }: RunInput): Run {
  let input = from * BLOCK;
  let position = from;
  let ready: Block = createBlock(channels, 0);
  async function process(): Promise<void> {
    const block = finiteBlock(await read(input, input + BLOCK));
    input += BLOCK;
    // The output is valid until the next call.
    ready = joinBlocks([ready, processor.process(block)], channels);
  }
  return {
    position: () => position,
    async next() {
      while (framesOf(ready) < BLOCK) await process();
      const out = copyFrames(ready, 0, BLOCK);
      ready = copyFrames(ready, BLOCK);
      position++;
      return out;
    },
  };
}

/** Blocks by index: the most recently used ones. */
function createBlockCache(limit: number) {
  const blocks = new Map<number, Block>();
  const set = (index: number, block: Block): void => {
    blocks.delete(index);
    blocks.set(index, block);
    if (blocks.size > limit) blocks.delete(blocks.keys().next().value!);
  };
  return {
    has: (index: number): boolean => blocks.has(index),
    set,
    get(index: number): Block | null {
      const found = blocks.get(index);
      if (found) set(index, found);
      return found ?? null;
    },
  };
}

/**
 * Reads a track through its effects. The output depends on the position only, not on where reading
 * starts, so that playback from anywhere equals the export, sample for sample: the effects start
 * again in each segment, with as much sound before it as they remember, and the last segment fades
 * into the new one. What a later read needs is computed in parts during the reads before it,
 * because playback is scheduled only a moment ahead.
 * @returns null if no effect changes anything
 */
export function createInsertReader(
  effects: readonly TrackEffect[] | undefined,
  format: Format,
  readDry: ReadDry,
): ReadWet | null {
  const { sampleRate, channels } = format;
  if (!createInserts(effects, format)) return null;
  const blocksIn = (seconds: number): number => Math.ceil((seconds * sampleRate) / BLOCK);
  const context = blocksIn(Math.min(MAX_CONTEXT, contextOf(effects, sampleRate)));
  /** Blocks of a segment. */
  const length = Math.max(context, blocksIn(MIN_SEGMENT));
  const fade = Math.round(FADE * sampleRate);
  const afterJump = blocksIn(AFTER_JUMP);
  const afterJumps = createBlockCache(JUMPS * afterJump);
  const latest = createBlockCache(blocksIn(LATEST));
  let runs = new Map<number, Run>();
  /** The block to which reading jumped last. */
  let jumpedTo = 0;
  /** Whether the present read has computed what the runs were not prepared for. */
  let hasJumped = false;

  const segmentAt = (block: number): number => Math.floor(block / length);
  /** Whether the segment before fades out in this block. */
  const isFading = (block: number): boolean => block > 0 && block % length === 0;

  /** The run of a segment, no further than a block. */
  function runBefore(segment: number, block: number): Run {
    const found = runs.get(segment);
    if (found && found.position() <= block) return found;
    const first = Math.max(0, segment * length - context);
    const run = createRun(createInserts(effects, format)!, first, { read: readDry, channels });
    runs.set(segment, run);
    return run;
  }
  async function readRun(segment: number, block: number): Promise<Float32Array[]> {
    const run = runBefore(segment, block);
    while (run.position() < block) await run.next();
    return run.next();
  }
  async function compute(block: number): Promise<Block> {
    const segment = segmentAt(block);
    const out = await readRun(segment, block);
    if (!isFading(block)) return out;
    const previous = await readRun(segment - 1, block);
    for (const [channel, samples] of out.entries()) {
      const before = previous[channel]!;
      for (let i = 0; i < fade; i++)
        samples[i] = before[i]! + (i / fade) * (samples[i]! - before[i]!);
    }
    return out;
  }
  async function blockAt(index: number): Promise<Block> {
    const found = afterJumps.get(index) ?? latest.get(index);
    if (found) return found;
    if (runs.get(segmentAt(index))?.position() !== index) {
      jumpedTo = index;
      hasJumped = true;
    }
    const block = await compute(index);
    const isAfterJump = index >= jumpedTo && index < jumpedTo + afterJump;
    (isAfterJump ? afterJumps : latest).set(index, block);
    return block;
  }

  /**
   * Brings the runs that are needed next nearer to where they are needed, after the blocks from
   * `from` to `to` (exclusive) have been read, by the same share of the distance that was read.
   */
  async function prepare(from: number, to: number): Promise<void> {
    let next = to;
    while (afterJumps.has(next) || latest.has(next)) next++;
    const segment = segmentAt(next);
    const needed = [segment];
    if (isFading(next)) needed.push(segment - 1);
    if (next >= (segment + 1) * length - context) needed.push(segment + 1);
    for (const one of needed) {
      const due = Math.max(next, one * length);
      const run = runBefore(one, due);
      const work = due - run.position();
      const share = (work * (to - from)) / (due - from);
      // Nothing plays yet after a jump: what later reads have no time for is computed now.
      const urgent = hasJumped ? work - CATCH_UP * (due - to) : 0;
      for (let left = Math.ceil(Math.max(share, urgent)); left > 0; left--) await run.next();
    }
    runs = new Map([...runs].filter(([one]) => needed.includes(one)));
  }

  async function read(start: number, end: number): Promise<Float32Array[]> {
    const out = createBlock(channels, end - start);
    const [first, last] = [Math.floor(start / BLOCK), Math.ceil(end / BLOCK)];
    hasJumped = false;
    for (let index = first; index < last; index++) {
      const block = await blockAt(index);
      const from = Math.max(start, index * BLOCK);
      const to = Math.min(end, (index + 1) * BLOCK);
      for (const [channel, samples] of block.entries())
        out[channel]!.set(samples.subarray(from - index * BLOCK, to - index * BLOCK), from - start);
    }
    if (last > first) await prepare(first, last);
    return out;
  }
  /** Reads follow each other, because they share the runs. */
  let last: Promise<unknown> = Promise.resolve();
  return (start, end) => {
    const next = last.then(() => read(start, end));
    last = next.catch(() => {});
    return next;
  };
}
