import { type LevelHistory, LEVELS_PER_SECOND } from "../silence/levels.ts";

/** Seconds over which levels are smoothed, and in which the softest is looked for. */
const SMOOTH = 0.08;
const WINDOW = 1.5;
/** dBFS; what is softer is digital silence or dither. */
const INAUDIBLE = -100;
/** Rank of the loud moments among all, and of the background among the softest ones. */
const LOUD = 0.95;
const BACKGROUND = 0.3;
/** Rank of the softest moments at which the background of a steady noise is as loud as at `BACKGROUND`. */
const UPPER = 0.7;

export interface NoiseMeasures {
  /** dB by which loud moments lie above the background; Infinity where there is none. */
  readonly range: number;
  /** dB by which the background itself varies: up to 3 for steady noise, 10 and more for the decay of a room. */
  readonly variation: number;
}

/**
 * The level and the steadiness of the background, by minimum statistics (Martin 2001): the softest
 * smoothed level in each 1.5 s is that of the background, wherever a voice pauses so often.
 */
export function measureNoise({ whole }: Pick<LevelHistory, "whole">): NoiseMeasures {
  const heard = whole.filter((level) => level > INAUDIBLE).toSorted();
  const minima = minimaOf(whole).toSorted();
  const noise = minima[Math.floor(BACKGROUND * minima.length)] ?? -Infinity;
  const loud = heard[Math.floor(LOUD * heard.length)] ?? -Infinity;
  if (!(noise > INAUDIBLE)) return { range: Infinity, variation: 0 };
  return { range: loud - noise, variation: minima[Math.floor(UPPER * minima.length)]! - noise };
}

/** Of each window the softest smoothed level, dBFS. */
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
