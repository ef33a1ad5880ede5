import { type LevelHistory, LEVELS_PER_SECOND, MIN_LEVEL_DB } from "./levels.ts";
import { markUnspoken, type SpeechActivity } from "./mark-unspoken.ts";
import { markWindNoise } from "./wind-noise.ts";

/** A pause in seconds, with confidence (0 to 1). */
export interface Pause {
  readonly start: number;
  readonly end: number;
  readonly sureness: number;
}

export interface PauseOptions {
  /** Silence threshold in dBFS; null to derive it from the levels. */
  readonly threshold: number | null;
  /** Minimum duration in seconds. */
  readonly minSeconds: number;
  /** With it, soft sounds between words belong to a pause. */
  readonly activity?: SpeechActivity | null;
}

/** dB above the noise at which sound starts, and at which its ends are followed. */
interface ThresholdMargins {
  readonly onset: number;
  readonly tail: number;
}
/** Ends consist of breath, consonants and reverb. */
const WHOLE_MARGINS: ThresholdMargins = { onset: 6, tail: 3 };
/** Noise varies more in a band, and one of several bands is always the loudest. */
const BAND_MARGINS: ThresholdMargins = { onset: 6, tail: 4 };
/** dBFS below which everything is silent. */
const INAUDIBLE = -90;
/** Minimum duration in seconds of a sound that is not much louder than the noise. */
const SHORTEST_SOUND = 0.03;

/** Levels with the thresholds for the start of sound and for its ends. */
interface ThresholdCurve extends ThresholdMargins {
  readonly levels: Float32Array;
}

/** Finds pauses in speech. @param levels from `createLevelMeter` */
export function findPauses(history: LevelHistory, options: PauseOptions): readonly Pause[] {
  const { whole, bands } = history;
  const { curve, noise, loud } = limit(whole, options.threshold);
  // An external threshold applies to the whole signal.
  const apart =
    options.threshold === null ? bands.flatMap((levels) => limitBand(levels, loud)) : [];
  const sounding = markSound([curve, ...apart]);
  const gusts = options.threshold === null ? markWindNoise(history) : null;
  const unspoken = options.activity ? markUnspoken(whole, options.activity, sounding) : null;
  for (const marks of [gusts, unspoken])
    marks?.forEach((isMarked, i) => {
      if (isMarked) sounding[i] = 0;
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
    if (seconds < options.minSeconds) continue;
    const mean = Math.max(MIN_LEVEL_DB, 10 * Math.log10(power / (at - start)));
    // Confidence: closeness of the level to the noise relative to the onset threshold.
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

/** Levels of loud parts and of the background. */
function measure(levels: Float32Array) {
  const sorted = levels.toSorted();
  const loud = sorted[Math.floor(0.95 * sorted.length)] ?? MIN_LEVEL_DB;
  return { loud, noise: findNoise(sorted, loud) };
}

function limit(levels: Float32Array, given: number | null) {
  const { loud, noise } = measure(levels);
  if (given !== null)
    return {
      curve: { levels, onset: given, tail: given },
      noise: given - WHOLE_MARGINS.onset,
      loud,
    };
  const curve = computeThresholds(levels, noise, {
    loud,
    maxOnset: loud - 12,
    caution: WHOLE_MARGINS,
  });
  return { curve, noise: Math.min(noise, curve.onset - 1), loud };
}

/** Ignores bands in which nothing exceeds the noise. @param loud level of the whole signal */
function limitBand(levels: Float32Array, loud: number): ThresholdCurve[] {
  const band = measure(levels);
  const maxOnset = band.loud - BAND_MARGINS.onset;
  return band.noise > maxOnset
    ? []
    : [computeThresholds(levels, band.noise, { loud, maxOnset, caution: BAND_MARGINS })];
}

interface ThresholdOptions {
  /** Level of loud sound */
  readonly loud: number;
  /** Maximum onset threshold */
  readonly maxOnset: number;
  readonly caution: ThresholdMargins;
}

function computeThresholds(
  levels: Float32Array,
  noise: number,
  { loud, maxOnset, caution }: ThresholdOptions,
): ThresholdCurve {
  // Neither within soft speech if there are hardly any pauses, nor at the level of dither.
  const onset = Math.max(INAUDIBLE, loud - 48, Math.min(noise + caution.onset, maxOnset));
  const tail = Math.min(onset, Math.max(noise + caution.tail, loud - 52, INAUDIBLE));
  return { levels, onset, tail };
}

/**
 * Level of the background: noise levels cluster, speech levels are spread. The lowest level with a
 * clear local maximum in the histogram.
 */
function findNoise(sorted: Float32Array, loud: number): number {
  const first = sorted.findIndex((level) => level > -100);
  if (first < 0) return MIN_LEVEL_DB;
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

/** Mean power of three adjacent frames: single frames of noise vary by several dB. */
function smooth(levels: Float32Array): Float32Array {
  const powers = levels.map((level) => 10 ** (level / 10));
  return levels.map((_, i) => {
    const before = powers[i - 1] ?? powers[i]!;
    const after = powers[i + 1] ?? powers[i]!;
    return 10 * Math.log10((before + powers[i]! + after) / 3);
  });
}

/** Maximum excess over the threshold among the curves. */
function over(curves: readonly ThresholdCurve[], name: "onset" | "tail"): Float32Array {
  const maximum = new Float32Array(curves[0]!.levels.length).fill(-Infinity);
  for (const { levels, [name]: threshold } of curves)
    for (let i = 0; i < maximum.length; i++)
      maximum[i] = Math.max(maximum[i]!, levels[i]! - threshold);
  return maximum;
}

function markSound(curves: readonly ThresholdCurve[]): Uint8Array {
  const smoothed = curves.map((curve) => ({ ...curve, levels: smooth(curve.levels) }));
  const sounding = follow(over(smoothed, "onset"), over(smoothed, "tail"));
  tighten(sounding, over(curves, "tail"));
  removeSpecks(sounding, over(curves, "onset"));
  return sounding;
}

/** Frames above the onset threshold, extended while they exceed the tail threshold. */
function follow(onset: Float32Array, tail: Float32Array): Uint8Array {
  const sounding = new Uint8Array(onset.length);
  for (let i = 0; i < onset.length; i++)
    if (onset[i]! > 0 || (i > 0 && sounding[i - 1] && tail[i]! > 0)) sounding[i] = 1;
  for (let i = onset.length - 2; i >= 0; i--) if (sounding[i + 1] && tail[i]! > 0) sounding[i] = 1;
  return sounding;
}

/** Reverts the extension of sounds by one frame that smoothing causes. */
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
    let maximum = -Infinity;
    for (; at < sounding.length && sounding[at]; at++) maximum = Math.max(maximum, onset[at]!);
    const seconds = (at - start) / LEVELS_PER_SECOND;
    if (seconds < SHORTEST_SOUND && maximum < 6) sounding.fill(0, start, at);
  }
}
