import { LEVELS_PER_SECOND, QUIETEST } from "./levels.ts";

/** A pause in seconds, with how sure it is (0 to 1). */
export interface Pause {
  readonly start: number;
  readonly end: number;
  readonly sureness: number;
}

export interface PauseOptions {
  /** dBFS below which it is silent; null: found from the levels. */
  readonly threshold: number | null;
  /** s */
  readonly shortest: number;
}

/** dB above the noise at which sound begins. */
const ABOVE_NOISE = 5;
/** dB above the noise down to which sound is followed at its ends: breath, consonants, reverberation. */
const TAIL_ABOVE_NOISE = 2;
/** dBFS; what is softer is silent in every recording. */
const INAUDIBLE = -90;
/** A sound between pauses that is shorter (s) and not much louder than the noise is none. */
const SHORTEST_SOUND = 0.03;

/** Where nothing is said. @param levels from `createLevelMeter` */
export function findPauses(levels: Float32Array, options: PauseOptions): readonly Pause[] {
  const { onset, tail, noise } = thresholds(levels, options.threshold);
  const sounding = markSound(smooth(levels), onset, tail);
  tighten(sounding, levels, tail);
  removeSpecks(sounding, levels, onset);
  const pauses: Pause[] = [];
  for (let at = 0; at < levels.length;) {
    if (sounding[at]) {
      at++;
      continue;
    }
    const start = at;
    let power = 0;
    while (at < levels.length && !sounding[at]) power += 10 ** (levels[at++]! / 10);
    const seconds = (at - start) / LEVELS_PER_SECOND;
    if (seconds < options.shortest) continue;
    const mean = Math.max(QUIETEST, 10 * Math.log10(power / (at - start)));
    // As sure as its level is nearer to the noise than to where sound begins.
    const sureness = Math.min(1, Math.max(0.1, (onset - mean) / Math.max(1, onset - noise)));
    pauses.push({
      start: start / LEVELS_PER_SECOND,
      end: at / LEVELS_PER_SECOND,
      sureness: Math.round(sureness * 100) / 100,
    });
  }
  return pauses;
}

function thresholds(levels: Float32Array, given: number | null) {
  if (given !== null) return { onset: given, tail: given, noise: given - ABOVE_NOISE };
  const sorted = levels.toSorted();
  const loud = sorted[Math.floor(0.95 * sorted.length)] ?? QUIETEST;
  const noise = findNoise(sorted, loud);
  // Not among the soft parts of speech where there is hardly a pause, and not at a dither's level.
  const onset = Math.max(INAUDIBLE, Math.min(Math.max(noise + ABOVE_NOISE, loud - 48), loud - 12));
  const tail = Math.min(onset, Math.max(noise + TAIL_ABOVE_NOISE, loud - 52, INAUDIBLE));
  return { onset, tail, noise: Math.min(noise, onset - 1) };
}

/**
 * Level of the background: noise gathers around one level, speech spreads over many. The lowest level
 * around which there are clearly more frames than around its neighbours.
 */
function findNoise(sorted: Float32Array, loud: number): number {
  const first = sorted.findIndex((level) => level > -100);
  if (first < 0) return QUIETEST;
  const audible = sorted.subarray(first);
  const counts = new Float64Array(121);
  for (const level of audible) {
    const bin = Math.min(120, Math.max(0, Math.round(level + 120)));
    counts[bin] = counts[bin]! + 1;
  }
  const around = (bin: number): number => {
    let sum = 0;
    for (let i = Math.max(0, bin - 2); i <= Math.min(120, bin + 2); i++) sum += counts[i]!;
    return sum;
  };
  for (let bin = 2; bin < loud + 120 - 10; bin++) {
    const here = around(bin);
    if (here < 0.03 * audible.length) continue;
    if (here >= around(bin + 1) && here >= around(bin + 2) && here > 1.5 * around(bin + 5))
      return bin - 120;
  }
  return audible[Math.floor(0.03 * audible.length)]!;
}

/** Mean power of three neighbours: a single frame of noise varies by some decibels. */
function smooth(levels: Float32Array): Float32Array {
  const powers = levels.map((level) => 10 ** (level / 10));
  return levels.map((_, i) => {
    const before = powers[i - 1] ?? powers[i]!;
    const after = powers[i + 1] ?? powers[i]!;
    return 10 * Math.log10((before + powers[i]! + after) / 3);
  });
}

/** Frames above `onset`, with their neighbours as far as these stay above `tail`. */
function markSound(levels: Float32Array, onset: number, tail: number): Uint8Array {
  const sounding = new Uint8Array(levels.length);
  for (let i = 0; i < levels.length; i++)
    if (levels[i]! > onset || (i > 0 && sounding[i - 1] && levels[i]! > tail)) sounding[i] = 1;
  for (let i = levels.length - 2; i >= 0; i--)
    if (sounding[i + 1] && levels[i]! > tail) sounding[i] = 1;
  return sounding;
}

/** Takes back the frame by which the mean of neighbours makes each sound longer at its ends. */
function tighten(sounding: Uint8Array, levels: Float32Array, tail: number): void {
  const wide = sounding.slice();
  for (let i = 0; i < levels.length; i++) {
    const inside = wide[i - 1] !== 0 && wide[i + 1] !== 0;
    if (!inside && levels[i]! <= tail) sounding[i] = 0;
  }
}

function removeSpecks(sounding: Uint8Array, levels: Float32Array, onset: number): void {
  for (let at = 0; at < sounding.length; at++) {
    if (!sounding[at]) continue;
    const start = at;
    let most = QUIETEST;
    for (; at < sounding.length && sounding[at]; at++) most = Math.max(most, levels[at]!);
    const seconds = (at - start) / LEVELS_PER_SECOND;
    if (seconds < SHORTEST_SOUND && most < onset + 6) sounding.fill(0, start, at);
  }
}
