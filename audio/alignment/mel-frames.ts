import { createRealFft } from "../signal/fft/fft.ts";
import { hann } from "../signal/windows.ts";

/** Bands per frame, equally spaced on the mel scale. */
export const MEL_BANDS = 26;
/** Seconds between frames. */
export const MEL_STEP = 0.02;
/** Frame length in seconds. */
const WINDOW = 0.032;
const LOWEST_HZ = 100;
const HIGHEST_HZ = 6800;

const melOf = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const hzOf = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

const LOW = melOf(LOWEST_HZ);
const BAND_STEP = (melOf(HIGHEST_HZ) - LOW) / (MEL_BANDS + 1);
/** Center frequency of a band, which may be fractional, and the inverse. */
export const hzOfBand = (band: number): number => hzOf(LOW + (band + 1) * BAND_STEP);
export const bandOf = (hz: number): number => (melOf(hz) - LOW) / BAND_STEP - 1;

/** Band energies of consecutive frames: `MEL_BANDS` values each. */
export interface MelFrames {
  readonly energies: Float32Array<ArrayBuffer>;
  readonly count: number;
}

export interface MelAnalyzer {
  /** Adds mono samples. */
  push(samples: Float32Array): void;
  /** All frames; frame `i` is centered on `(i + 0.5) * MEL_STEP` seconds. Called once. */
  finish(): MelFrames;
}

interface Filter {
  readonly first: number;
  readonly weights: Float64Array;
}

/** Triangular filters with 50 % overlap (Davis & Mermelstein 1980) and unit sum. */
function filtersOf(sampleRate: number, size: number): Filter[] {
  const edge = (index: number): number => (hzOfBand(index - 1) * size) / sampleRate;
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [from, middle, to] = [edge(band), edge(band + 1), edge(band + 2)];
    const first = Math.min(size / 2, Math.ceil(from));
    const last = Math.max(first, Math.min(size / 2, Math.floor(to)));
    const weights = Float64Array.from({ length: last - first + 1 }, (_weight, at) => {
      const bin = first + at;
      return Math.max(
        0,
        bin < middle ? (bin - from) / (middle - from) : (to - bin) / (to - middle),
      );
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { first, weights: sum > 0 ? weights.map((weight) => weight / sum) : weights };
  });
}

/** @param sampleRate 8000 or more; bands above the Nyquist frequency stay silent */
export function createMelAnalyzer(sampleRate: number): MelAnalyzer {
  const window = hann(Math.round(WINDOW * sampleRate));
  const size = 2 ** Math.ceil(Math.log2(window.length));
  const fft = createRealFft(size);
  const filters = filtersOf(sampleRate, size);
  const scale = 1 / window.reduce((sum, value) => sum + value * value, 0);
  const frame = new Float64Array(size);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  let energies = new Float32Array(512 * MEL_BANDS);
  let count = 0;
  /** Samples from `from` on. */
  let held = new Float32Array(Math.round(sampleRate));
  let filled = 0;
  let from = 0;
  const startOf = (index: number): number =>
    Math.round((index + 0.5) * MEL_STEP * sampleRate - window.length / 2);

  function analyzeFrame(start: number): void {
    for (let i = 0; i < window.length; i++) {
      const at = start - from + i;
      frame[i] = at >= 0 && at < filled ? window[i]! * held[at]! : 0;
    }
    fft.forward(frame, re, im);
    if ((count + 1) * MEL_BANDS > energies.length) {
      const longer = new Float32Array(2 * energies.length);
      longer.set(energies);
      energies = longer;
    }
    for (const [band, { first, weights }] of filters.entries()) {
      let sum = 0;
      for (let i = 0; i < weights.length; i++)
        sum += weights[i]! * (re[first + i]! ** 2 + im[first + i]! ** 2);
      energies[count * MEL_BANDS + band] = sum * scale;
    }
    count++;
  }
  function take(samples: Float32Array): void {
    if (filled + samples.length > held.length) {
      // Drops samples that no further frame needs.
      const dropped = Math.min(filled, Math.max(0, startOf(count) - from));
      const remaining = held.subarray(dropped, filled);
      const room = new Float32Array(Math.max(held.length, 2 * (remaining.length + samples.length)));
      room.set(remaining);
      held = room;
      filled = remaining.length;
      from += dropped;
    }
    held.set(samples, filled);
    filled += samples.length;
  }
  return {
    push(samples) {
      take(samples);
      for (
        let start = startOf(count);
        start + window.length <= from + filled;
        start = startOf(count)
      )
        analyzeFrame(start);
    },
    finish() {
      const frames = Math.floor((from + filled) / (MEL_STEP * sampleRate));
      while (count < frames) analyzeFrame(startOf(count));
      return { energies: energies.slice(0, count * MEL_BANDS), count };
    },
  };
}

/** Frames of a mono sound that is in memory. */
export function computeMelFrames(samples: Float32Array, sampleRate: number): MelFrames {
  const analyzer = createMelAnalyzer(sampleRate);
  analyzer.push(samples);
  return analyzer.finish();
}
