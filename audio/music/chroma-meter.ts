import { createRealFft } from "../signal/fft/fft.ts";
import { createGrowingArray } from "../restoration/growing-array.ts";
import { hann } from "../signal/windows.ts";
import { createFrameStream } from "./frame-stream.ts";

/** Chroma: 12 values per window, C first. */
export interface Chroma {
  /** Windows per second. */
  readonly rate: number;
  readonly values: Float32Array;
  /** Tuning in semitones relative to A = 440 Hz, −0.5 to 0.5. */
  readonly tuning: number;
}

const SIZE = 8192;
const HOP = 2048;
/** Samples per window, and between windows. */
export const WINDOWS = { size: SIZE, hop: HOP } as const;
/** Frequency range in Hz; below it, windows cannot resolve semitones. */
const RANGE = [65, 2100] as const;
const A4 = 440;
/** Resolution of the tuning in steps per semitone. */
const STEPS = 20;
/** Minimum level of a peak relative to the highest one. */
const MIN_PEAK_RATIO = 0.01;
/** Harmonics as which a peak contributes to lower notes, and their relative weight. */
const HARMONICS = 5;
const DECAY = 0.55;

interface Peak {
  /** Semitones above A4. */
  readonly pitch: number;
  readonly weight: number;
}

/**
 * Harmonic pitch class profile: interpolated spectral peaks contribute to their note and, as
 * harmonics, to lower notes (E. Gómez: "Tonal Description of Polyphonic Audio for Music Content
 * Processing", INFORMS Journal on Computing 18, 2006). Windows have equal weight at any level, so
 * that loud parts do not dominate; near-silent windows weigh less.
 * @param sampleRate about 22,050
 * @param onWindow receives the magnitudes of each window, in an array that is reused
 */
export function createChromaMeter(
  sampleRate: number,
  onWindow?: (magnitudes: Float64Array) => void,
) {
  const fft = createRealFft(SIZE);
  const window = hann(SIZE);
  const buffer = new Float64Array(SIZE);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const levels = new Float64Array(fft.bins);
  const [from, to] = RANGE.map((hertz) => Math.round((hertz * SIZE) / sampleRate)) as [
    number,
    number,
  ];
  const tunings = new Float64Array(STEPS);
  // Stores the peaks of all windows, about 20 MB per hour, because the tuning is known only at the
  // end.
  const pitches = createGrowingArray();
  const weights = createGrowingArray();
  const counts: number[] = [];
  let total = 0;

  const frames = createFrameStream(SIZE, HOP, (samples) => {
    for (let i = 0; i < SIZE; i++) buffer[i] = samples[i]! * window[i]!;
    fft.forward(buffer, re, im);
    let highest = 0;
    for (let k = 0; k < levels.length; k++) levels[k] = Math.sqrt(re[k]! ** 2 + im[k]! ** 2);
    for (let k = from - 1; k <= to; k++) highest = Math.max(highest, levels[k]!);
    onWindow?.(levels);
    const peaks = findPeaks(levels, [from, to], Math.max(MIN_PEAK_RATIO * highest, 1e-3));
    let count = 0;
    for (const { bin, level } of peaks) {
      const pitch = 12 * Math.log2((bin * sampleRate) / SIZE / A4);
      // The square root keeps strong harmonics from masking other notes.
      const weight = Math.sqrt(level);
      pitches.values(total)[total] = pitch;
      weights.values(total)[total] = weight;
      total++;
      const step = Math.floor(STEPS * (pitch - Math.floor(pitch)));
      tunings[Math.min(STEPS - 1, step)] = tunings[Math.min(STEPS - 1, step)]! + weight;
      count++;
    }
    counts.push(count);
  });

  return {
    push: (samples: Float32Array): void => frames.push(samples),
    finish(): Chroma {
      frames.finish();
      const tuning = tuningOf(tunings);
      const values = new Float32Array(12 * counts.length);
      const [all, own] = [pitches.values(0), weights.values(0)];
      let at = 0;
      for (const [frame, count] of counts.entries()) {
        const peaks = Array.from({ length: count }, (_, i): Peak => {
          return { pitch: all[at + i]! - tuning, weight: own[at + i]! };
        });
        values.set(chromaOf(peaks), 12 * frame);
        at += count;
      }
      return { rate: sampleRate / HOP, values, tuning };
    },
  };
}

/** Spectral peaks, interpolated by a parabola through three log levels. */
function findPeaks(
  levels: Float64Array,
  [from, to]: readonly [number, number],
  minLevel: number,
): { readonly bin: number; readonly level: number }[] {
  const found: { bin: number; level: number }[] = [];
  for (let k = from; k < to; k++) {
    const middle = levels[k]!;
    if (middle < minLevel || middle <= levels[k - 1]! || middle < levels[k + 1]!) continue;
    const [a, b, c] = [levels[k - 1]!, middle, levels[k + 1]!].map((x) => Math.log(x + 1e-12)) as [
      number,
      number,
      number,
    ];
    found.push({ bin: k + (0.5 * (a - c)) / (a - 2 * b + c - 1e-12), level: middle });
  }
  return found;
}

/** Most common offset within a semitone: the direction of the circular mean. */
function tuningOf(steps: Float64Array): number {
  let [x, y] = [0, 0];
  for (const [step, weight] of steps.entries()) {
    const angle = (2 * Math.PI * (step + 0.5)) / steps.length;
    x += weight * Math.cos(angle);
    y += weight * Math.sin(angle);
  }
  return x === 0 && y === 0 ? 0 : Math.atan2(y, x) / (2 * Math.PI);
}

/** Chroma of a window, with a maximum of 1; all 0 in silence. */
function chromaOf(peaks: readonly Peak[]): Float32Array {
  const sums = new Float32Array(12);
  for (const { pitch, weight } of peaks) {
    let part = weight;
    for (let harmonic = 1; harmonic <= HARMONICS; harmonic++) {
      // C is nine semitones below A.
      const note = pitch - 12 * Math.log2(harmonic) + 9;
      const nearest = Math.round(note);
      const off = note - nearest;
      const near = Math.cos(Math.PI * off) ** 2;
      const pitchClass = ((nearest % 12) + 12) % 12;
      sums[pitchClass] = sums[pitchClass]! + part * near;
      part *= DECAY;
    }
  }
  const maximum = Math.max(...sums);
  return maximum > 0 ? sums.map((sum) => sum / maximum) : sums;
}
