import type { Block, Format, Processor } from "../../effect.ts";
import { createScratch, framesOf } from "../../signal/blocks.ts";
import { scaleInto } from "../../signal/sample-kernel.ts";
import type { FrameRange } from "../ranges.ts";
import { createSlidingWindow } from "../sliding-window.ts";
import type { Clipping } from "./find-clipping.ts";
import { createSparseDeclipper } from "./sparse-declip.ts";

/** Seconds of a frame, which contains several periods of a voice. */
const FRAME = 0.064;
/**
 * Coefficients by which the spectrum of a frame grows per iteration. One gives up to 2 dB more and
 * takes six times as long.
 */
const STEP = 4;
const TOLERANCE = 0.05;
const MAX_ITERATIONS = 300;

/** Clip levels of a channel: of positive (0) and negative (1) samples at any frame. */
type LevelAt = (frame: number, sign: 0 | 1) => number;

const levelsAt = ({ window, levels }: Clipping, channel: number): LevelAt => {
  const list = levels[channel]!;
  const last = list.length / 2 - 1;
  return (frame, sign) =>
    list[2 * Math.max(0, Math.min(last, Math.floor(frame / window))) + sign] ?? Infinity;
};

/** The frame of samples and their bounds. */
interface Frame {
  readonly samples: Float64Array;
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
}

/**
 * Rebuilds clipped samples from the spectrum around them. All others stay as they are; a rebuilt
 * sample never becomes smaller.
 * @param ranges of `clipping` that are repaired, in order
 */
export function createClippingRepair(
  clipping: Clipping,
  ranges: readonly FrameRange[],
  { sampleRate, channels }: Format,
): Processor {
  const length = 2 ** Math.round(Math.log2(FRAME * sampleRate));
  const hop = length / 2;
  const weights = Float64Array.from({ length }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / length));
  const declip = createSparseDeclipper(length, {
    step: STEP,
    tolerance: TOLERANCE,
    maxIterations: MAX_ITERATIONS,
  });
  const frame: Frame = {
    samples: new Float64Array(length),
    lowest: new Float64Array(length),
    highest: new Float64Array(length),
  };
  const flags = new Uint8Array(length);
  const states = Array.from({ length: channels }, (_, channel) => ({
    levelAt: levelsAt(clipping, channel),
    /** Result of the frame that began one step earlier; null if nothing in it is clipped. */
    before: null as Float64Array | null,
  }));
  let next = 0;

  /** Marks the samples of a frame that are clipped. @returns whether there are any */
  const flagFrame = (
    samples: Float32Array,
    { offset, start }: { readonly offset: number; readonly start: number },
    levelAt: LevelAt,
  ): boolean => {
    flags.fill(0);
    let any = false;
    for (let at = next; at < ranges.length && ranges[at]!.start < start + length; at++) {
      const first = Math.max(start, ranges[at]!.start);
      const end = Math.min(start + length, ranges[at]!.end);
      for (let i = first; i < end; i++) {
        const sample = samples[offset + i - start]!;
        if (sample < levelAt(i, 0) && -sample < levelAt(i, 1)) continue;
        flags[i - start] = 1;
        any = true;
      }
    }
    return any;
  };
  /** Rebuilds a frame. @returns its weighted samples */
  const rebuild = (
    samples: Float32Array,
    { offset, start }: { readonly offset: number; readonly start: number },
    levelAt: LevelAt,
  ): Float64Array => {
    for (let i = 0; i < length; i++) {
      const sample = samples[offset + i]!;
      const value = sample * weights[i]!;
      frame.samples[i] = value;
      frame.lowest[i] = value;
      frame.highest[i] = value;
      if (flags[i] === 0) continue;
      const isHigh = sample > 0;
      const bound = levelAt(start + i, isHigh ? 0 : 1) * weights[i]!;
      frame.lowest[i] = isHigh ? bound : -Infinity;
      frame.highest[i] = isHigh ? Infinity : -bound;
    }
    declip(frame.samples, frame.lowest, frame.highest);
    return frame.samples.map((sample, i) => sample * weights[i]!);
  };

  return createSlidingWindow({
    channels,
    hop,
    around: hop,
    processWindow: (block, start) => {
      while (next < ranges.length && ranges[next]!.end <= start - hop) next++;
      for (const [channel, state] of states.entries()) {
        const samples = block[channel]!;
        const { levelAt } = state;
        const isFirst = start === 0;
        if (isFirst && flagFrame(samples, { offset: 0, start: -hop }, levelAt))
          state.before = rebuild(samples, { offset: 0, start: -hop }, levelAt);
        const isClipped = flagFrame(samples, { offset: hop, start }, levelAt);
        const now = isClipped ? rebuild(samples, { offset: hop, start }, levelAt) : null;
        if (now || state.before)
          for (let i = 0; i < hop; i++) {
            if (flags[i] === 0) continue;
            const sample = samples[hop + i]!;
            const rebuilt = (now?.[i] ?? 0) + (state.before?.[hop + i] ?? 0);
            if (Math.abs(rebuilt) > Math.abs(sample) && rebuilt * sample > 0)
              samples[hop + i] = rebuilt;
          }
        state.before = now;
      }
    },
  });
}

/**
 * Replaces clipped samples by those of a sound that has been repaired, and multiplies all by a
 * factor.
 * @param take returns the next frames of the repaired sound
 */
export function createClippingReplay(
  clipping: Clipping,
  ranges: readonly FrameRange[],
  { take, gain }: { readonly take: (frames: number) => Block; readonly gain: number },
): Processor {
  const levels = clipping.levels.map((_, channel) => levelsAt(clipping, channel));
  const scratch = createScratch(levels.length);
  let start = 0;
  let next = 0;
  return {
    process(block) {
      const frames = framesOf(block);
      const repaired = take(frames);
      const out = scratch(frames);
      for (const [channel, samples] of block.entries()) scaleInto(out[channel]!, samples, gain);
      while (next < ranges.length && ranges[next]!.end <= start) next++;
      for (let at = next; at < ranges.length && ranges[at]!.start < start + frames; at++) {
        const first = Math.max(start, ranges[at]!.start);
        const end = Math.min(start + frames, ranges[at]!.end);
        for (const [channel, levelAt] of levels.entries())
          for (let i = first; i < end; i++) {
            const sample = block[channel]![i - start]!;
            if (sample >= levelAt(i, 0) || -sample >= levelAt(i, 1))
              out[channel]![i - start] = gain * repaired[channel]![i - start]!;
          }
      }
      start += frames;
      return out;
    },
    finish: () => null,
  };
}
