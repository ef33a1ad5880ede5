import { applyLayers } from "../nets/apply-layers.ts";
import { readLayers } from "../restoration/mix/read-layers.ts";
import { BAR_WEIGHTS } from "./beat-weights.ts";
import type { Chroma } from "./chroma-meter.ts";
import type { Onsets } from "./onset-meter.ts";

/** How beats form bars. */
export interface Bars {
  readonly beatsPerBar: 2 | 3 | 4;
  /** Subdivision of a beat: 3 in 6/8 and 12/8. */
  readonly division: 2 | 3;
  /** Index of the first beat that starts a bar. */
  readonly first: number;
}

export type Meter = Pick<Bars, "beatsPerBar" | "division">;

/** Beats before and after a position whose notes are compared. */
const REACH = 2;
/** Seconds on each side of a position in which an onset belongs to it. */
const NEAR = 0.035;
const CURVES = 5;
/** Parts of a bar that are distinguished: first beat, third, second and fourth, between beats. */
const PARTS = 5;
const BAR_FEATURES = CURVES * PARTS + 4;
const HIDDEN = 12;
const LAYERS = readLayers(BAR_WEIGHTS, [
  { rows: HIDDEN, columns: BAR_FEATURES },
  { rows: 1, columns: HIDDEN },
]);

/** A possible beginning of bars. */
export interface BarCandidate {
  /** Index of the first beat that starts a bar. */
  readonly first: number;
  /** Part of a beat by which all beats are later. */
  readonly shift: number;
  readonly features: Float32Array;
}

/**
 * Finds bar lines, and whether the beats are those of the music or between them. Chords change on bar
 * lines, and bass and kick drum play, while snares play on other beats (M. Goto, "An Audio-based
 * Real-time Beat Tracking System", Journal of New Music Research 30, 2001); a small network weighs
 * this.
 */
export function findBars(
  beats: readonly number[],
  meter: Meter,
  onsets: Onsets,
  chroma: Chroma,
): { readonly beats: readonly number[]; readonly first: number } {
  const candidates = barCandidates(beats, meter, onsets, chroma);
  const scores = candidates.map(({ features }) => applyLayers(LAYERS, features)[0]!);
  const { first, shift } = candidates[scores.indexOf(Math.max(...scores))]!;
  if (shift === 0) return { beats, first };
  return moveWithin(beats, first, { shift, perBar: meter.beatsPerBar });
}

/** Moves beats later by a part of the intervals to their next ones. */
function moveWithin(
  beats: readonly number[],
  first: number,
  { shift, perBar }: { readonly shift: number; readonly perBar: number },
) {
  const gapAt = (i: number) => {
    const at = Math.max(0, Math.min(beats.length - 2, i));
    return beats[at + 1]! - beats[at]!;
  };
  const moved = beats.map((time, i) => time + shift * gapAt(i));
  const before = moved[0]! - gapAt(0);
  if (before < 0) return { beats: moved, first };
  return { beats: [before, ...moved], first: (first + 1) % perBar };
}

/** All possible beginnings of bars, and how the music sounds at the parts of such bars. */
export function barCandidates(
  beats: readonly number[],
  { beatsPerBar, division }: Meter,
  onsets: Onsets,
  chroma: Chroma,
): BarCandidate[] {
  const times = beats
    .slice(0, -1)
    .flatMap((time, i) =>
      Array.from(
        { length: division },
        (_, part) => time + (part / division) * (beats[i + 1]! - time),
      ),
    );
  const { all, low, mid, high, rate } = onsets;
  const curves = [
    ...[all, low, mid, high].map((curve) =>
      times.map((time) => peakAround(curve, time * rate, NEAR * rate)),
    ),
    times.map((_, i) => chordChange(times, i, { reach: REACH * division, chroma })),
  ].map(normalize);
  const length = beatsPerBar * division;
  const profiles = curves.map((curve) => foldMeans(curve, length));
  return Array.from({ length }, (_, offset) => ({
    first: Math.floor(offset / division),
    shift: (offset % division) / division,
    features: Float32Array.from([
      ...profiles.flatMap((profile) => partsOf(profile, offset, { beatsPerBar, division })),
      Number(beatsPerBar === 4),
      Number(beatsPerBar === 3),
      Number(beatsPerBar === 2),
      Number(division === 3),
    ]),
  }));
}

/** Means of a bar's parts, for bars that begin at an offset. */
function partsOf(
  profile: readonly number[],
  offset: number,
  { beatsPerBar, division }: Meter,
): number[] {
  const at = (beat: number, part = 0): number =>
    profile[(offset + beat * division + part) % profile.length]!;
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const inner = Array.from({ length: beatsPerBar - 1 }, (_, i) => i + 1);
  const every = Array.from({ length: beatsPerBar }, (_, i) => i);
  return [
    at(0),
    beatsPerBar === 4 ? at(2) : 0,
    mean(inner.filter((beat) => beatsPerBar !== 4 || beat !== 2).map((beat) => at(beat))),
    mean(every.map((beat) => at(beat, division - 1))),
    mean(every.flatMap((beat) => (division === 3 ? [at(beat, 1)] : []))),
  ];
}

function foldMeans(values: readonly number[], length: number): number[] {
  return Array.from({ length }, (_, phase) => {
    let [sum, count] = [0, 0];
    for (let i = phase; i < values.length; i += length) {
      sum += values[i]!;
      count++;
    }
    return sum / Math.max(1, count);
  });
}

/** Standardizes to mean 0 and deviation 1; outliers are clamped to three deviations. */
function normalize(values: readonly number[]): number[] {
  const mean = values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);
  const power = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, values.length);
  const factor = power > 0 ? 1 / Math.sqrt(power) : 0;
  return values.map((x) => Math.max(-3, Math.min(3, factor * (x - mean))));
}

const peakAround = (values: Float32Array, index: number, reach: number): number => {
  let peak = 0;
  for (let i = Math.max(0, Math.round(index - reach)); i <= index + reach && i < values.length; i++)
    peak = Math.max(peak, values[i]!);
  return peak;
};

/** Difference between the notes after a position and those before it, 0 to 1. */
function chordChange(
  times: readonly number[],
  at: number,
  { reach, chroma }: { readonly reach: number; readonly chroma: Chroma },
): number {
  const before = sumChroma(chroma, times[Math.max(0, at - reach)]!, times[at]!);
  const after = sumChroma(chroma, times[at]!, times[Math.min(times.length - 1, at + reach)]!);
  let [both, a, b] = [0, 0, 0];
  for (let i = 0; i < 12; i++) {
    both += before[i]! * after[i]!;
    a += before[i]! ** 2;
    b += after[i]! ** 2;
  }
  return a > 0 && b > 0 ? 1 - both / Math.sqrt(a * b) : 0;
}

/** Sum of each pitch class between two times in seconds. */
export function sumChroma({ rate, values }: Chroma, from: number, to: number): Float64Array {
  const sums = new Float64Array(12);
  const last = Math.min(values.length / 12 - 1, Math.floor(to * rate));
  for (let frame = Math.max(0, Math.ceil(from * rate)); frame <= last; frame++)
    for (let i = 0; i < 12; i++) sums[i] = sums[i]! + values[12 * frame + i]!;
  return sums;
}
