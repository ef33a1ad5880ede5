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

/** Beats before and after a beat whose notes are compared. */
const REACH = 2;
/** Required advantage of a bar of three over one of four, because few songs have the former. */
const TRIPLE_PENALTY = 1.15;

/**
 * Finds bar lines: chords change there, and bass and kick drum play (M. Davies, M. Plumbley: "A
 * Spectral Difference Approach to Downbeat Extraction in Musical Audio", EUSIPCO 2006; M. Goto, "An
 * Audio-based Real-time Beat Tracking System", Journal of New Music Research 30, 2001).
 */
export function findBars(beats: readonly number[], onsets: Onsets, chroma: Chroma): Bars {
  const division = divisionOf(beats, onsets);
  const changes = normalize(beats.map((_, i) => chordChange(beats, i, chroma)));
  const lows = normalize(
    beats.map((time) => peakAround(onsets.low, time * onsets.rate, 0.05 * onsets.rate)),
  );
  const accents = beats.map((_, i) => 1.5 * changes[i]! + lows[i]!);
  const [three, four] = [bestPhase(accents, 3), bestPhase(accents, 4)];
  if (three.score > TRIPLE_PENALTY * four.score)
    return { beatsPerBar: 3, division, first: three.phase };
  if (division === 3) {
    // Bars of 6/8 have two beats; four of them form a phrase, not a bar.
    const two = bestPhase(accents, 2);
    return { beatsPerBar: 2, division, first: two.phase };
  }
  return { beatsPerBar: 4, division, first: four.phase };
}

/** Excess of the accents on the first beats of bars over the others, in standard deviations. */
function bestPhase(accents: readonly number[], length: number) {
  const counts = Math.max(1, accents.length / length);
  const phases = Array.from({ length }, (_, phase) => {
    let [sum, count] = [0, 0];
    for (let i = phase; i < accents.length; i += length) {
      sum += accents[i]!;
      count++;
    }
    return { phase, score: (sum / Math.max(1, count)) * Math.sqrt(counts) };
  });
  return phases.reduce((best, one) => (one.score > best.score ? one : best));
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

/** Difference between the notes after a beat and those before it, 0 to 1. */
function chordChange(beats: readonly number[], at: number, chroma: Chroma): number {
  const before = sumChroma(chroma, beats[Math.max(0, at - REACH)]!, beats[at]!);
  const after = sumChroma(chroma, beats[at]!, beats[Math.min(beats.length - 1, at + REACH)]!);
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

/** Whether more onsets are at thirds of beats than at halves and quarters. */
function divisionOf(beats: readonly number[], { all, rate }: Onsets): 2 | 3 {
  let [thirds, halves] = [0, 0];
  const reach = 0.02 * rate;
  for (const [i, time] of beats.slice(0, -1).entries()) {
    const gap = beats[i + 1]! - time;
    const at = (part: number) => peakAround(all, (time + part * gap) * rate, reach);
    thirds += (at(1 / 3) + at(2 / 3)) / 2;
    halves += Math.max(at(1 / 2), (at(1 / 4) + at(3 / 4)) / 2);
  }
  return thirds > 1.25 * halves ? 3 : 2;
}
