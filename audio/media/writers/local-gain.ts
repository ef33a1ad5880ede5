import type { Format, Processor } from "../../effect.ts";
import { createScratch, framesOf } from "../../signal/blocks.ts";
import { decibelsToFactor } from "../../signal/decibel.ts";

/** Ranges of a `LevelCurve` per second. */
export const CURVE_RATE = 100;

/** A level in dB of each range of 10 ms of a sound, from its beginning; 0 after the last one. */
export type LevelCurve = Float32Array;

/**
 * Lowers a sound by a curve. The gain moves linearly from the center of one range to that of the
 * next, so that nothing clicks.
 */
export function createLocalGain(
  { sampleRate, channels }: Format,
  reductions: LevelCurve,
): Processor {
  const scratch = createScratch(channels);
  const factors = reductions.map((decibels) => decibelsToFactor(-decibels));
  const factorAt = (range: number): number => factors[Math.max(0, range)] ?? 1;
  let taken = 0;
  return {
    process(block) {
      const frames = framesOf(block);
      const lowered = scratch(frames);
      for (const [channel, samples] of lowered.entries()) samples.set(block[channel]!);
      for (let from = 0; from < frames;) {
        // Where the frame is between the centers of two ranges.
        const position = ((taken + from) * CURVE_RATE) / sampleRate - 0.5;
        const range = Math.floor(position);
        const next = Math.ceil(((range + 1.5) * sampleRate) / CURVE_RATE) - taken;
        const to = Math.min(frames, Math.max(from + 1, next));
        const factor = factorAt(range);
        const step = factorAt(range + 1) - factor;
        if (factor !== 1 || step !== 0)
          for (const samples of lowered)
            for (let at = from; at < to; at++)
              samples[at]! *=
                factor + step * (((taken + at) * CURVE_RATE) / sampleRate - 0.5 - range);
        from = to;
      }
      taken += frames;
      return lowered;
    },
    finish: () => null,
  };
}
