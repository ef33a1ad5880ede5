import type { Block, Format, Processor } from "../../effect.ts";
import { createScratch, framesOf } from "../../signal/blocks.ts";
import { decibelsToFactor, factorToDecibels } from "../../signal/decibel.ts";
import type { EffectValues } from "./track-effects.ts";

/** Width in dB of the range around the threshold in which the ratio sets in. */
const KNEE = 6;
/** Smaller reductions in dB count as none: denormal numbers are many times slower. */
const MIN_REDUCTION = 1e-7;
/** dB by which the level falls below the threshold before a gate closes, so that it does not flutter. */
const HYSTERESIS = 6;

/** Weight of the past in a one-pole filter with a time constant in milliseconds. */
const pole = (milliseconds: number, sampleRate: number): number =>
  Math.exp(-1000 / (milliseconds * sampleRate));

/** The gain of each sample, computed from the largest magnitude of all channels. */
function createDynamics(channels: number, gainOf: (level: number) => number): Processor {
  const scratch = createScratch(channels);
  return {
    process(block: Block) {
      const out = scratch(framesOf(block));
      for (let i = 0; i < framesOf(block); i++) {
        let level = 0;
        for (let channel = 0; channel < channels; channel++)
          level = Math.max(level, Math.abs(block[channel]![i]!));
        const gain = gainOf(level);
        for (let channel = 0; channel < channels; channel++)
          out[channel]![i] = gain * block[channel]![i]!;
      }
      return out;
    },
    finish: () => null,
  };
}

/** Reduction in dB that a level in dB receives once the attack is over; 0 or more. */
export function reductionOf(
  level: number,
  { threshold, ratio }: Pick<EffectValues<"compressor">, "threshold" | "ratio">,
): number {
  const over = level - threshold;
  const slope = 1 - 1 / ratio;
  if (over <= -KNEE / 2) return 0;
  if (over >= KNEE / 2) return slope * over;
  return (slope * (over + KNEE / 2) ** 2) / (2 * KNEE);
}

/**
 * Feed-forward compressor with a soft knee; the channels are linked. The reduction is smoothed in
 * dB, as in D. Giannoulis, M. Massberg and J. D. Reiss, "Digital Dynamic Range Compressor Design",
 * JAES 60 (2012), with the smooth branching detector.
 */
export function createCompressor(
  values: EffectValues<"compressor">,
  { sampleRate, channels }: Format,
): Processor {
  const attack = pole(values.attack, sampleRate);
  const release = pole(values.release, sampleRate);
  const makeup = decibelsToFactor(values.makeup);
  const start = decibelsToFactor(values.threshold - KNEE / 2);
  let reduction = 0;
  return createDynamics(channels, (level) => {
    const target = level > start ? reductionOf(factorToDecibels(level), values) : 0;
    reduction = target + (target > reduction ? attack : release) * (reduction - target);
    if (reduction < MIN_REDUCTION) reduction = 0;
    return reduction === 0 ? makeup : makeup * decibelsToFactor(-reduction);
  });
}

/**
 * Gate with hold and hysteresis; the channels are linked. It opens at the threshold, and closes once
 * the level has been 6 dB below it for the hold time.
 */
export function createGate(
  values: EffectValues<"gate">,
  { sampleRate, channels }: Format,
): Processor {
  const attack = pole(values.attack, sampleRate);
  const release = pole(values.release, sampleRate);
  const opens = decibelsToFactor(values.threshold);
  const closes = decibelsToFactor(values.threshold - HYSTERESIS);
  const floor = decibelsToFactor(values.floor);
  const hold = Math.round((values.hold / 1000) * sampleRate);
  /** Frames until it closes. */
  let left = 0;
  let gain = floor;
  return createDynamics(channels, (level) => {
    if (level >= opens || (left > 0 && level >= closes)) left = hold;
    else if (left > 0) left--;
    const target = left > 0 ? 1 : floor;
    gain = target + (left > 0 ? attack : release) * (gain - target);
    // An open gate returns the input bit for bit.
    if (Math.abs(gain - target) < 1e-7) gain = target;
    return gain;
  });
}
