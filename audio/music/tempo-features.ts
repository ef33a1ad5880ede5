import type { Chroma } from "./chroma-meter.ts";
import type { Onsets } from "./onset-meter.ts";
import { normalizeOnsets, TEMPO_RANGE, type TempoPath } from "./tempo.ts";

/** Periods of the beat that are compared, in periods of the tempo path. */
const RATIOS = [1 / 3, 3 / 8, 1 / 2, 2 / 3, 3 / 4, 1, 4 / 3, 3 / 2, 2, 8 / 3, 3] as const;
/** Parts and multiples of a beat at which the music is compared with itself. */
const LAGS = [1 / 6, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1, 3 / 2, 2, 3, 4, 6, 8] as const;
/** Index of the feature that says how onsets repeat after one beat. */
export const ONE_BEAT = LAGS.indexOf(1);
/** Multiples at which chords are compared. */
const CHORD_LAGS = [1, 2, 3, 4, 6, 8] as const;
/** Onset curves by themselves, and pairs of them. */
const PAIRS = [
  ["all", "all"],
  ["low", "low"],
  ["mid", "mid"],
  ["high", "high"],
  ["low", "high"],
  ["low", "mid"],
] as const;
/** Steps per period of the tempo path: of onsets, and of chords. */
const STEPS = 48;
const CHORD_STEPS = 8;
/** Centers of the tempo features in beats per minute, and their spread in octaves. */
const TEMPI = [45, 64, 90, 128, 181] as const;
const SPREAD = 0.5;

export const TEMPO_FEATURES = PAIRS.length * LAGS.length + CHORD_LAGS.length + TEMPI.length + 2;

/** A possible period of the beat, and how the music repeats at its multiples. */
export interface TempoCandidate {
  readonly ratio: number;
  readonly features: Float32Array;
}

/** Median of the beats per minute of a path. */
const medianTempo = ({ periods }: TempoPath, rate: number): number =>
  (60 * rate) / periods.toSorted()[periods.length >> 1]!;

/**
 * How music repeats: correlations of onsets and chords with themselves, at parts and multiples of
 * each possible beat. Time is measured in periods of the path, so that a tempo that moves does not
 * blur them.
 */
export function tempoCandidates(onsets: Onsets, chroma: Chroma, path: TempoPath): TempoCandidate[] {
  const bpm = medianTempo(path, onsets.rate);
  const curves = Object.fromEntries(
    (["all", "low", "mid", "high"] as const).map((name) => [
      name,
      standardize(
        warp(normalizeOnsets(onsets[name], onsets.rate), 1, {
          rate: onsets.rate,
          onsets,
          path,
          steps: STEPS,
        }),
        1,
      ),
    ]),
  ) as Record<"all" | "low" | "mid" | "high", Float32Array>;
  const chords = standardize(
    warp(chroma.values, 12, { rate: chroma.rate, onsets, path, steps: CHORD_STEPS }),
    12,
  );
  const density = peaksPerPeriod(curves.all);
  return RATIOS.flatMap((ratio) => {
    const own = bpm / ratio;
    if (own < 0.97 * TEMPO_RANGE.min || own > 1.03 * TEMPO_RANGE.max) return [];
    const features = [
      ...PAIRS.flatMap(([a, b]) =>
        LAGS.map((lag) => correlation(curves[a], curves[b], 1, lag * ratio * STEPS)),
      ),
      ...CHORD_LAGS.map((lag) => correlation(chords, chords, 12, lag * ratio * CHORD_STEPS)),
      ...TEMPI.map((center) => Math.exp(-0.5 * (Math.log2(own / center) / SPREAD) ** 2)),
      Math.log2((density * bpm) / 60 + 0.1) / 3,
      Math.log2(density * ratio + 0.1) / 3,
    ];
    return [{ ratio, features: Float32Array.from(features) }];
  });
}

/** Means of values by the phase of the path, with a number of steps per period. */
function warp(
  values: Float32Array,
  width: number,
  {
    rate,
    onsets,
    path,
    steps,
  }: {
    readonly rate: number;
    readonly onsets: Onsets;
    readonly path: TempoPath;
    readonly steps: number;
  },
): Float32Array {
  const out: number[] = [];
  const counts: number[] = [];
  let phase = 0;
  for (let frame = 0; frame < values.length / width; frame++) {
    const second = Math.floor(frame / rate / path.step);
    const period = path.periods[Math.min(path.periods.length - 1, second)]! / onsets.rate;
    const step = Math.floor(phase * steps);
    // Repeats the last values where steps are shorter than frames.
    for (let at = counts.length; at <= step; at++) {
      counts.push(0);
      for (let i = 0; i < width; i++) out.push(at < step ? values[frame * width + i]! : 0);
    }
    counts[step] = counts[step]! + 1;
    for (let i = 0; i < width; i++)
      out[step * width + i] = out[step * width + i]! + values[frame * width + i]!;
    phase += 1 / rate / period;
  }
  return Float32Array.from(out, (value, i) => value / Math.max(1, counts[Math.floor(i / width)]!));
}

/** Subtracts the mean of each component and normalizes the power of all to 1. */
function standardize(values: Float32Array, width: number): Float32Array {
  const count = values.length / width;
  const means = new Float64Array(width);
  for (const [i, value] of values.entries()) means[i % width] = means[i % width]! + value / count;
  const out = values.map((value, i) => value - means[i % width]!);
  const power = out.reduce((sum, value) => sum + value * value, 0) / Math.max(1, count);
  const factor = power > 1e-12 ? 1 / Math.sqrt(power) : 0;
  return out.map((value) => factor * value);
}

/** Mean product of a curve with a later part of another. */
function product(a: Float32Array, b: Float32Array, offset: number): number {
  let sum = 0;
  for (let i = 0, j = offset; j < b.length; i++, j++) sum += a[i]! * b[j]!;
  return sum / Math.max(1, b.length - offset);
}

/** Correlation of two curves at a lag, the mean of both directions: the highest of three steps. */
function correlation(a: Float32Array, b: Float32Array, width: number, lag: number): number {
  const middle = Math.round(lag);
  if (middle < 1 || middle * width > 0.8 * a.length) return 0;
  let best = -Infinity;
  for (let steps = Math.max(1, middle - 1); steps <= middle + 1; steps++) {
    const offset = steps * width;
    const one = product(a, b, offset);
    best = Math.max(best, (a === b ? one : (one + product(b, a, offset)) / 2) * width);
  }
  return best;
}

/** Onsets per period: maxima above the mean deviation. */
function peaksPerPeriod(curve: Float32Array): number {
  let count = 0;
  for (let i = 1; i < curve.length - 1; i++)
    if (curve[i]! > 1 && curve[i]! >= curve[i - 1]! && curve[i]! > curve[i + 1]!) count++;
  return (count * STEPS) / Math.max(1, curve.length);
}
