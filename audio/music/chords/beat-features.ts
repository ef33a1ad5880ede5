import { createNoteSolver, NOTES } from "./note-activations.ts";
import { BINS, magnitudeOf, type NoteSpectrum, STEPS } from "./note-spectrum.ts";

/**
 * Per beat: four times 12 pitch classes, C first (bass, middle, and high notes, and all tones with
 * their harmonics), then values that do not depend on pitch.
 */
export const BANDS = 4;
export const SCALARS = 4;
export const FEATURES = 12 * BANDS + SCALARS;

/** Bins on either side whose mean and deviation are those of the surroundings: half an octave. */
const REACH = 6 * STEPS;
/** Part of a beat at either end that is not evaluated, because windows reach beyond it. */
const EDGE = 0.1;
/** Level of a window, as `magnitudeOf` returns it, from which a sound is not silence. */
const AUDIBLE = 1;

/** Weight of a note of a band by its number from C1 on. */
const weightOf = [
  (note: number) => slope(note, 33, 22),
  (note: number) => Math.min(slope(-note, -24, -30), slope(note, 54, 46)),
  (note: number) => slope(-note, -42, -50),
] as const;
/** 1 at `full`, 0 at `none`, linear between them. */
const slope = (at: number, none: number, full: number): number =>
  Math.max(0, Math.min(1, (none - at) / (none - full)));

/**
 * Features of each beat.
 * @param edges times in seconds, one more than beats
 * @param tuning in semitones
 */
export function beatFeatures(
  spectrum: NoteSpectrum,
  edges: readonly number[],
  tuning: number,
): Float32Array {
  const solve = createNoteSolver(spectrum.hertz);
  const count = Math.max(0, edges.length - 1);
  const features = new Float32Array(FEATURES * count);
  const windows = spectrum.levels.length / BINS;
  for (let beat = 0; beat < count && windows > 0; beat++) {
    const [from, to] = [edges[beat]!, edges[beat + 1]!];
    const edge = EDGE * (to - from);
    const middle = Math.round(((from + to) / 2) * spectrum.rate);
    const first = Math.min(middle, Math.ceil((from + edge) * spectrum.rate), windows - 1);
    const last = Math.min(Math.max(middle, Math.floor((to - edge) * spectrum.rate)), windows - 1);
    const mean = meanSpectrum(spectrum.levels, [first, last], STEPS * tuning);
    features.set(featuresOf(mean, solve), FEATURES * beat);
  }
  return features;
}

/** Magnitudes by the mean of levels in dB, which short noise such as drums changes little. */
function meanSpectrum(
  levels: Uint8Array,
  [first, last]: readonly [number, number],
  shift: number,
): Float64Array {
  const means = new Float64Array(BINS);
  for (let window = first; window <= last; window++)
    for (let bin = 0; bin < BINS; bin++) means[bin] = means[bin]! + levels[window * BINS + bin]!;
  const magnitudes = means.map((sum) => magnitudeOf(sum / (last - first + 1)));
  const [whole, part] = [Math.floor(shift), shift - Math.floor(shift)];
  const at = (bin: number): number => magnitudes[Math.max(0, Math.min(BINS - 1, bin))]!;
  return magnitudes.map((_, bin) => (1 - part) * at(bin + whole) + part * at(bin + whole + 1));
}

function featuresOf(
  magnitudes: Float64Array,
  solve: (spectrum: Float64Array) => Float64Array,
): Float32Array {
  const found = new Float32Array(FEATURES);
  const { peaks, tonal, loudest } = whiten(magnitudes);
  if (loudest < AUDIBLE) return found;
  const notes = solve(peaks);
  for (let note = 0; note < NOTES; note++)
    for (const [band, weight] of weightOf.entries()) {
      const at = 12 * band + (note % 12);
      found[at] = found[at]! + weight(note) * notes[note]!;
    }
  for (let bin = 0; bin < BINS; bin++) {
    const at = 12 * weightOf.length + (Math.round(bin / STEPS) % 12);
    found[at] = found[at]! + peaks[bin]!;
  }
  for (let band = 0; band < BANDS; band++) {
    const classes = found.subarray(12 * band, 12 * band + 12);
    const norm = Math.sqrt(classes.reduce((sum, value) => sum + value * value, 0));
    // The square root keeps loud notes from masking others.
    if (norm > 0) for (let i = 0; i < 12; i++) classes[i] = Math.sqrt(classes[i]! / norm);
  }
  const total = notes.reduce((sum, value) => sum + value, 0);
  const power = notes.reduce((sum, value) => sum + value * value, 0);
  const explained = peaks.reduce((sum, value) => sum + value * value, 0);
  found.set([tonal, total / 100, Math.sqrt(power) / (total + 1e-9), explained / 500], 12 * BANDS);
  return found;
}

/** Deviation of each bin from its surroundings, in their standard deviations, and 0 below. */
function whiten(magnitudes: Float64Array) {
  const sums = new Float64Array(BINS + 1);
  const squares = new Float64Array(BINS + 1);
  for (let bin = 0; bin < BINS; bin++) {
    sums[bin + 1] = sums[bin]! + magnitudes[bin]!;
    squares[bin + 1] = squares[bin]! + magnitudes[bin]! ** 2;
  }
  const peaks = new Float64Array(BINS);
  let [above, loudest] = [0, 0];
  for (let bin = 0; bin < BINS; bin++) {
    const [from, to] = [Math.max(0, bin - REACH), Math.min(BINS, bin + REACH + 1)];
    const mean = (sums[to]! - sums[from]!) / (to - from);
    const variance = (squares[to]! - squares[from]!) / (to - from) - mean * mean;
    const off = magnitudes[bin]! - mean;
    loudest = Math.max(loudest, magnitudes[bin]!);
    if (off <= 0) continue;
    above += off;
    peaks[bin] = off / Math.sqrt(Math.max(variance, 1e-9));
  }
  return { peaks, tonal: above / (sums[BINS]! + 1e-9), loudest };
}
