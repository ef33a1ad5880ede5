import type { Analyser, Block, Format } from "../effect.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { createReducer } from "../signal/limiter.ts";
import { createEnergyMeter, createWeighting, integratedOf } from "../signal/loudness.ts";
import { createPeakScanner } from "../signal/true-peak.ts";

export interface Level {
  /** LUFS before; −Infinity for silence */
  readonly integrated: number;
  /** dB that bring it to the target, behind a limiter. */
  readonly gain: number;
}

/** Gains in dB that are tried while the signal is heard. */
const TRIED = [-12, -9, -6, -3, 0, 3, 6, 9, 12, 15, 18, 24] as const;

/**
 * Finds the gain before a limiter that gives a loudness behind it. A limiter makes peaks softer, by
 * how much cannot be told from the loudness alone: gains around the target's are tried on the way, and
 * the one between them is taken. What a limiter would take away is taken from the weighted sound: its
 * gain changes slowly beside the filters of the weighting.
 */
export function createLevelMeter(
  format: Format,
  { target, ceiling }: { readonly target: number; readonly ceiling: number },
): Analyser<Level> {
  const { sampleRate, channels } = format;
  const weigh = createWeighting(format);
  const plain = createEnergyMeter(format);
  const scanners = Array.from({ length: channels }, () => createPeakScanner(sampleRate));
  const tried = TRIED.map((gain) => ({
    gain,
    factor: decibelsToFactor(gain),
    reducer: createReducer(sampleRate, { ceiling: ceiling - 0.05 }),
    energy: createEnergyMeter(format),
  }));
  const { delay } = tried[0]!.reducer;
  const softest = decibelsToFactor(ceiling - 0.05 - Math.max(...TRIED));
  /** Weighted sound whose reduction is not known yet. */
  let held = Array.from({ length: channels }, () => new Float64Array(delay));
  let early = delay;

  const hear = (block: Block, weighted: readonly (Float64Array | null)[]) => {
    const frames = framesOf(block);
    const peaks = block.map((samples, channel) => scanners[channel]!.scan(samples, softest));
    const late = held.map((before, channel) => {
      const joined = new Float64Array(delay + frames);
      joined.set(before);
      joined.set(weighted[channel] ?? [], delay);
      return joined;
    });
    held = late.map((samples) => samples.slice(frames));
    for (const { factor, reducer, energy } of tried)
      energy.add(late, frames, reducer.reduce(peaks, frames, factor), Math.min(early, frames));
    early -= Math.min(early, frames);
  };
  return {
    push(block) {
      const weighted = weigh(block);
      plain.add(weighted, framesOf(block));
      hear(block, weighted);
    },
    finish() {
      const integrated = integratedOf(plain);
      if (!Number.isFinite(integrated)) return { integrated, gain: 0 };
      hear(createBlock(channels, delay), []);
      const points = tried.map(({ gain, energy }) => ({
        gain,
        lost: integrated - integratedOf(energy),
      }));
      return { integrated, gain: findGain(points, target - integrated) };
    },
  };
}

/** The gain whose rest after what is lost is the wanted one. */
function findGain(
  points: readonly { readonly gain: number; readonly lost: number }[],
  wanted: number,
): number {
  const lostAt = (gain: number) => {
    const after = points.findIndex((point) => point.gain >= gain);
    if (after === 0) return points[0]!.lost;
    if (after < 0) return points.at(-1)!.lost;
    const [a, b] = [points[after - 1]!, points[after]!];
    return a.lost + ((b.lost - a.lost) * (gain - a.gain)) / (b.gain - a.gain);
  };
  let gain = wanted;
  for (let round = 0; round < 40; round++) gain = wanted + lostAt(gain);
  return gain;
}
