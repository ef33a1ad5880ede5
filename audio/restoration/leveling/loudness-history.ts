import { type Block, type Format } from "../../effect.ts";
import { createScratch, framesOf } from "../../signal/blocks.ts";
import { channelWeights, createWeighting } from "../../signal/loudness.ts";
import { createGrowingArray } from "../growing-array.ts";

export const STEPS_PER_SECOND = 100;

export interface LoudnessHistory {
  push(block: Block): void;
  /** Mean squares of K-weighted sound (BS.1770), summed over the channels, of consecutive 10 ms. */
  finish(): Float32Array;
}

/**
 * Measures how loud each 10 ms is. Memory: 400 bytes per second.
 * @param frames expected length, if known
 */
export function createLoudnessHistory(format: Format, frames = 0): LoudnessHistory {
  const { sampleRate, channels } = format;
  const weighting = createWeighting(format);
  const weights = channelWeights(channels);
  const scratch = createScratch(channels);
  const steps = createGrowingArray(Math.ceil((frames / sampleRate) * STEPS_PER_SECOND) + 1);
  let taken = 0;
  return {
    push(block) {
      const length = framesOf(block);
      const weighted = scratch(length);
      for (const [channel, samples] of weighted.entries()) samples.set(block[channel]!);
      weighting.run(weighted);
      for (let at = 0; at < length;) {
        const step = Math.floor(((taken + at) * STEPS_PER_SECOND) / sampleRate);
        const next = Math.ceil(((step + 1) * sampleRate) / STEPS_PER_SECOND) - taken;
        const end = Math.min(length, next);
        let sum = 0;
        for (const [channel, samples] of weighted.entries())
          if (weights[channel]! > 0) {
            let squares = 0;
            for (let i = at; i < end; i++) squares += samples[i]! * samples[i]!;
            sum += weights[channel]! * squares;
          }
        const values = steps.values(step);
        values[step] = values[step]! + (sum * STEPS_PER_SECOND) / sampleRate;
        at = end;
      }
      taken += length;
    },
    finish() {
      const count = Math.ceil((taken * STEPS_PER_SECOND) / sampleRate);
      return steps.values(count).slice(0, count);
    },
  };
}
