import { type LevelHistory, LEVELS_PER_SECOND, QUIETEST } from "./levels.ts";
import { markSwayingNoise } from "./swaying-noise.ts";

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

/** dB above the noise at which sound begins, and down to which it is followed at its ends. */
interface Caution {
  readonly onset: number;
  readonly tail: number;
}
/** Ends are breath, consonants, reverberation. */
const OF_WHOLE: Caution = { onset: 6, tail: 3 };
/** Noise varies more in a band, and of several bands one is always loudest. */
const OF_BAND: Caution = { onset: 6, tail: 4 };
/** dBFS; what is softer is silent in every recording. */
const INAUDIBLE = -90;
/** A sound between pauses that is shorter (s) and not much louder than the noise is none. */
const SHORTEST_SOUND = 0.03;

/** LevelHistory, with those at which sound begins and down to which it is followed. */
interface Curve extends Caution {
  readonly levels: Float32Array;
}

/** Where nothing is said. @param levels from `createLevelMeter` */
export function findPauses(history: LevelHistory, options: PauseOptions): readonly Pause[] {
  const { whole, bands } = history;
  const { curve, noise, loud } = limit(whole, options.threshold);
  // A level from outside is one of the whole sound.
  const apart =
    options.threshold === null ? bands.flatMap((levels) => limitBand(levels, loud)) : [];
  const sounding = markSound([curve, ...apart]);
  const gusts = options.threshold === null ? markSwayingNoise(history) : null;
  gusts?.forEach((gust, i) => {
    if (gust) sounding[i] = 0;
  });
  const pauses: Pause[] = [];
  for (let at = 0; at < whole.length;) {
    if (sounding[at]) {
      at++;
      continue;
    }
    const start = at;
    let power = 0;
    while (at < whole.length && !sounding[at]) power += 10 ** (whole[at++]! / 10);
    const seconds = (at - start) / LEVELS_PER_SECOND;
    if (seconds < options.shortest) continue;
    const mean = Math.max(QUIETEST, 10 * Math.log10(power / (at - start)));
    // As sure as its level is nearer to the noise than to where sound begins.
    const { onset } = curve;
    const sureness = Math.min(1, Math.max(0.1, (onset - mean) / Math.max(1, onset - noise)));
    pauses.push({
      start: start / LEVELS_PER_SECOND,
      end: at / LEVELS_PER_SECOND,
      sureness: Math.round(sureness * 100) / 100,
    });
  }
  return pauses;
}

/** LevelHistory of the loud parts and of the background. */
function measure(levels: Float32Array) {
  const sorted = levels.toSorted();
  const loud = sorted[Math.floor(0.95 * sorted.length)] ?? QUIETEST;
  return { loud, noise: findNoise(sorted, loud) };
}

function limit(levels: Float32Array, given: number | null) {
  const { loud, noise } = measure(levels);
  if (given !== null)
    return { curve: { levels, onset: given, tail: given }, noise: given - OF_WHOLE.onset, loud };
  const curve = place(levels, noise, { loud, most: loud - 12, caution: OF_WHOLE });
  return { curve, noise: Math.min(noise, curve.onset - 1), loud };
}

/** A band in which nothing stands out from the noise has no say. @param loud of the whole */
function limitBand(levels: Float32Array, loud: number): Curve[] {
  const band = measure(levels);
  const most = band.loud - OF_BAND.onset;
  return band.noise > most ? [] : [place(levels, band.noise, { loud, most, caution: OF_BAND })];
}

interface Placing {
  /** Level of loud sound */
  readonly loud: number;
  /** The highest that sound may begin at */
  readonly most: number;
  readonly caution: Caution;
}

function place(levels: Float32Array, noise: number, { loud, most, caution }: Placing): Curve {
  // Not among the soft parts of speech where there is hardly a pause, and not at a dither's level.
  const onset = Math.max(INAUDIBLE, loud - 48, Math.min(noise + caution.onset, most));
  const tail = Math.min(onset, Math.max(noise + caution.tail, loud - 52, INAUDIBLE));
  return { levels, onset, tail };
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

/** By how much the curve that does so most lies above its limit. */
function over(curves: readonly Curve[], name: "onset" | "tail"): Float32Array {
  const most = new Float32Array(curves[0]!.levels.length).fill(-Infinity);
  for (const { levels, [name]: least } of curves)
    for (let i = 0; i < most.length; i++) most[i] = Math.max(most[i]!, levels[i]! - least);
  return most;
}

function markSound(curves: readonly Curve[]): Uint8Array {
  const smoothed = curves.map((curve) => ({ ...curve, levels: smooth(curve.levels) }));
  const sounding = follow(over(smoothed, "onset"), over(smoothed, "tail"));
  tighten(sounding, over(curves, "tail"));
  removeSpecks(sounding, over(curves, "onset"));
  return sounding;
}

/** Frames above where sound begins, with their neighbours as far as it is followed. */
function follow(onset: Float32Array, tail: Float32Array): Uint8Array {
  const sounding = new Uint8Array(onset.length);
  for (let i = 0; i < onset.length; i++)
    if (onset[i]! > 0 || (i > 0 && sounding[i - 1] && tail[i]! > 0)) sounding[i] = 1;
  for (let i = onset.length - 2; i >= 0; i--) if (sounding[i + 1] && tail[i]! > 0) sounding[i] = 1;
  return sounding;
}

/** Takes back the frame by which the mean of neighbours makes each sound longer at its ends. */
function tighten(sounding: Uint8Array, tail: Float32Array): void {
  const wide = sounding.slice();
  for (let i = 0; i < tail.length; i++) {
    const inside = wide[i - 1] !== 0 && wide[i + 1] !== 0;
    if (!inside && tail[i]! <= 0) sounding[i] = 0;
  }
}

function removeSpecks(sounding: Uint8Array, onset: Float32Array): void {
  for (let at = 0; at < sounding.length; at++) {
    if (!sounding[at]) continue;
    const start = at;
    let most = -Infinity;
    for (; at < sounding.length && sounding[at]; at++) most = Math.max(most, onset[at]!);
    const seconds = (at - start) / LEVELS_PER_SECOND;
    if (seconds < SHORTEST_SOUND && most < 6) sounding.fill(0, start, at);
  }
}
