import { findLatency } from "./find-latency.ts";
import { findNotes, findPhrases, semitonesOf, smoothPitches, type SungNote } from "./sung-notes.ts";
import { PITCH_STEP, type PitchTrack } from "./sung-pitch.ts";

/** Semitones up to which a frame counts in full, and from which it does not count. */
const FULL = 0.4;
const NONE = 2;
/** Semitones within which a note is hit. */
export const HIT = 0.5;
/** Frames by which singing may be early or late. */
const TOLERANCE = 5;
/** Frames in front of a note in which its beginning is looked for. */
const EARLY = 20;

/** What was measured of a line, or of the whole song. */
export interface SingingMeasures {
  /** 0 to 1; null where the original has no voice. */
  readonly score: number | null;
  /** Part of the voiced frames of the original in which the singer's voice was heard, 0 to 1. */
  readonly sung: number;
  /** Median distance from the pitch of the original in cents; null if nothing was sung. */
  readonly cents: number | null;
  /** Median deviation in cents: negative if flat. */
  readonly bias: number | null;
  readonly notes: { readonly hit: number; readonly total: number };
  /** Median distance of beginnings of notes in seconds; null if none was comparable. */
  readonly timing: number | null;
}

export interface SungRange {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}
export type LineScore = SungRange & SingingMeasures;

export interface SingingScore extends SingingMeasures {
  readonly lines: readonly LineScore[];
  /** Seconds by which the take was late throughout, which is not judged. */
  readonly latency: number;
}

/** The melody of the original. */
export interface Melody {
  /** Smoothed semitones, every `PITCH_STEP` seconds; 0 without a voice. */
  readonly pitches: Float32Array;
  readonly notes: readonly SungNote[];
}

export function melodyOf(track: PitchTrack): Melody {
  const pitches = smoothPitches(semitonesOf(track));
  return { pitches, notes: findNotes(pitches) };
}

export interface SingingOptions {
  /** Whether any octave is right, as men and women sing the same song. */
  readonly anyOctave: boolean;
  /** Ranges that are scored separately; by default the phrases of the original. */
  readonly lines?: readonly SungRange[];
  /** Semitones by which the song was transposed. */
  readonly semitones?: number;
  /** Seconds by which the take is late, if it is known; otherwise it is found. */
  readonly latency?: number;
}

/** Semitones from one pitch to another. */
const deviationOf = (sung: number, original: number, anyOctave: boolean): number => {
  const apart = sung - original;
  return anyOctave ? apart - 12 * Math.round(apart / 12) : apart;
};
const creditOf = (apart: number): number =>
  Math.max(0, Math.min(1, (NONE - Math.abs(apart)) / (NONE - FULL)));

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/**
 * Compares singing with the original. What counts is the pitch in the frames in which the original
 * has a voice: a frame counts in full within 40 cents and nothing from 200, with a tolerance of 50
 * ms, after the constant latency of the take, up to 600 ms, has been compensated. Silence counts
 * nothing, and neither does what is sung where the original is silent. What a held note earns on
 * average is subtracted, so that 0 is chance. Level, noise and, if wished, the octave are not
 * judged.
 */
export function scoreSinging(
  { pitches, notes }: Melody,
  take: PitchTrack,
  { anyOctave, lines = findPhrases(notes), semitones = 0, latency }: SingingOptions,
): SingingScore {
  const original = pitches.map((pitch) => (pitch > 0 ? pitch + semitones : 0));
  const sung = smoothPitches(semitonesOf(take));
  const late = latency === undefined ? findLatency(original, sung) : frameOf(latency);
  const deviations = original.map((pitch, at) =>
    pitch > 0 ? nearestDeviation(sung, { at: at + late, pitch, anyOctave }) : Number.NaN,
  );
  const starts = notes.map(({ from, to, note }) =>
    startDeviation(sung, { from: frameOf(from), to: frameOf(to), late, pitch: note + semitones }),
  );
  const base = heldScore(original, anyOctave);
  const measure = ({ from, to }: SungRange): SingingMeasures => {
    const [first, last] = [frameOf(Math.max(0, from)), frameOf(to)];
    const voiced = original.subarray(first, last).reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0);
    const found = [...deviations.subarray(first, last)].filter((one) => Number.isFinite(one));
    const earned = found.reduce((sum, one) => sum + (creditOf(one) - base) / (1 - base), 0);
    const own = notes.flatMap((note, at) =>
      note.from + note.to >= 2 * from && note.from + note.to < 2 * to ? [{ note, at }] : [],
    );
    return {
      score: voiced === 0 ? null : Math.max(0, earned / voiced),
      sung: voiced === 0 ? 0 : found.length / voiced,
      cents: inCents(medianOf(found.map(Math.abs))),
      bias: inCents(medianOf(found)),
      notes: {
        hit: own.filter(({ note }) => isHit(deviations, note)).length,
        total: own.length,
      },
      timing: medianOf(own.flatMap(({ at }) => starts[at] ?? []).map(Math.abs)),
    };
  };
  return {
    ...measure({ from: 0, to: original.length * PITCH_STEP }),
    lines: lines.map(({ from, to }) => ({ from, to, ...measure({ from, to }) })),
    latency: late * PITCH_STEP,
  };
}

const frameOf = (seconds: number): number => Math.round(seconds / PITCH_STEP);
const inCents = (semitones: number | null): number | null =>
  semitones === null ? null : Math.round(100 * semitones);

/** The smallest deviation near a frame; infinite without a voice. */
function nearestDeviation(
  sung: Float32Array,
  {
    at,
    pitch,
    anyOctave,
  }: { readonly at: number; readonly pitch: number; readonly anyOctave: boolean },
): number {
  let nearest = Infinity;
  for (let i = at - TOLERANCE; i <= at + TOLERANCE; i++) {
    if (!(sung[i]! > 0)) continue;
    const apart = deviationOf(sung[i]!, pitch, anyOctave);
    if (Math.abs(apart) < Math.abs(nearest)) nearest = apart;
  }
  return nearest;
}

function isHit(deviations: Float32Array, { from, to }: SungNote): boolean {
  const own = deviations.subarray(frameOf(from), frameOf(to));
  return own.filter((apart) => Math.abs(apart) <= HIT).length >= own.length / 2;
}

/**
 * Seconds by which a note begins late; null if it is not sung, or its pitch was sung before already,
 * so that its beginning cannot be heard.
 */
function startDeviation(
  sung: Float32Array,
  note: {
    readonly from: number;
    readonly to: number;
    readonly late: number;
    readonly pitch: number;
  },
): number | null {
  const { from, to, late, pitch } = note;
  const isOn = (at: number): boolean =>
    sung[at + late]! > 0 && Math.abs(deviationOf(sung[at + late]!, pitch, true)) <= 1;
  if (isOn(from - EARLY)) return null;
  for (let at = from - EARLY + 1; at < (from + to) / 2; at++)
    if (isOn(at)) return (at - from) * PITCH_STEP;
  return null;
}

/** The mean credit of held notes, in quarter tones over the octave around the middle of the song. */
function heldScore(original: Float32Array, anyOctave: boolean): number {
  const voiced = original.filter((pitch) => pitch > 0);
  const middle = voiced.toSorted()[voiced.length >> 1] ?? 0;
  if (middle === 0) return 0;
  let sum = 0;
  for (let step = -12; step < 12; step++)
    for (const pitch of voiced) sum += creditOf(deviationOf(middle + step / 2, pitch, anyOctave));
  return sum / 24 / voiced.length;
}
