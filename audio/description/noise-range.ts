import { type LevelHistory, LEVELS_PER_SECOND } from "../silence/levels.ts";

/** Smoothing of levels in seconds, and window of the minimum search. */
const SMOOTH = 0.08;
const WINDOW = 1.5;
/** dBFS; softer sound is digital silence or dither. */
const INAUDIBLE = -100;
/** Quantile of loud moments, and quantile of the minima that represents the background. */
const LOUD = 0.95;
const BACKGROUND = 0.3;
/** Quantile of the minima at which steady noise has the same level as at `BACKGROUND`. */
const UPPER = 0.7;

export interface NoiseMeasures {
  /** dB of loud moments above the background; Infinity without one. */
  readonly range: number;
  /** Variation of the background in dB: up to 3 for steady noise, 10 and more for reverb. */
  readonly variation: number;
}

/**
 * Level and variation of the background by minimum statistics (Martin 2001): the lowest smoothed
 * level in each 1.5 s is the background, if a voice pauses that often.
 */
export function measureNoise({ whole }: Pick<LevelHistory, "whole">): NoiseMeasures {
  const audible = whole.filter((level) => level > INAUDIBLE).toSorted();
  const minima = minimaOf(whole).toSorted();
  const noise = minima[Math.floor(BACKGROUND * minima.length)] ?? -Infinity;
  const loud = audible[Math.floor(LOUD * audible.length)] ?? -Infinity;
  if (!(noise > INAUDIBLE)) return { range: Infinity, variation: 0 };
  return { range: loud - noise, variation: minima[Math.floor(UPPER * minima.length)]! - noise };
}

/** Lowest smoothed level of each window in dBFS. */
function minimaOf(levels: Float32Array): Float32Array {
  const length = Math.round(SMOOTH * LEVELS_PER_SECOND);
  const window = Math.round(WINDOW * LEVELS_PER_SECOND);
  const powers = Float64Array.from(levels, (level) => 10 ** (level / 10));
  const minima: number[] = [];
  for (let start = 0; start + length <= powers.length; start += window) {
    let softest = Infinity;
    const last = Math.min(powers.length, start + window) - length;
    for (let at = start; at <= last; at++) {
      let sum = 0;
      for (let i = at; i < at + length; i++) sum += powers[i]!;
      softest = Math.min(softest, sum / length);
    }
    if (Number.isFinite(softest)) minima.push(10 * Math.log10(softest));
  }
  return Float32Array.from(minima);
}
