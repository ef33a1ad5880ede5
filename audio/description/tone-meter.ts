import type { Block, Format } from "../effect.ts";
import { createRealFft } from "../signal/fft/fft.ts";
import { createFrames } from "./frames.ts";
import { hann } from "../signal/windows.ts";
import { meanOf } from "../restoration/rate-adapter.ts";

/** Seconds per spectrum, enough to resolve the harmonics of a voice. */
const SECONDS = 0.09;
/** Spectra between two that are compared: a quarter of a second, longer than a syllable. */
const APART = 3;
/** Examined range in Hz; mains hum below it would count as held tones. */
const RANGE = [250, 4000] as const;
/** Bins on each side over which a spectrum is whitened. */
const AROUND = 6;

export interface ToneMeter {
  push(block: Block): void;
  /** Correlation of spectra a quarter of a second apart, −1 to 1; 0 for noise. */
  finish(): number;
}

/**
 * Tonal persistence: notes hold their harmonics for a beat or longer, a voice moves its own
 * continuously, and noise has none. The mean correlation of whitened spectra, weighted by power.
 */
export function createToneMeter({ sampleRate }: Format): ToneMeter {
  const size = 2 ** Math.round(Math.log2(SECONDS * sampleRate));
  const fft = createRealFft(size);
  const window = hann(size);
  const [from, to] = RANGE.map((hertz) => Math.round((hertz * size) / sampleRate)) as [
    number,
    number,
  ];
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const past: { readonly lines: Float64Array; readonly weight: number }[] = [];
  let [sum, weights] = [0, 0];

  const add = createFrames(size, (buffer) => {
    for (let i = 0; i < size; i++) buffer[i] = buffer[i]! * window[i]!;
    fft.forward(buffer, re, im);
    const levels = Float64Array.from({ length: Math.min(fft.bins, to) - from }, (_, k) =>
      Math.log10(re[from + k]! ** 2 + im[from + k]! ** 2 + 1e-12),
    );
    let weight = 0;
    for (let k = from; k < Math.min(fft.bins, to); k++) weight += re[k]! ** 2 + im[k]! ** 2;
    const now = { lines: whiten(levels), weight: Math.sqrt(weight) };
    past.push(now);
    if (past.length <= APART) return;
    const before = past.shift()!;
    const both = Math.min(now.weight, before.weight);
    sum += both * correlate(before.lines, now.lines);
    weights += both;
  });

  return {
    push: (block) => add(meanOf(block)),
    finish: () => (weights > 0 ? sum / weights : 0),
  };
}

/** Subtracts the moving average. */
function whiten(levels: Float64Array): Float64Array {
  return levels.map((value, k) => {
    const first = Math.max(0, k - AROUND);
    const last = Math.min(levels.length - 1, k + AROUND);
    let total = 0;
    for (let i = first; i <= last; i++) total += levels[i]!;
    return Math.max(0, value - total / (last - first + 1));
  });
}

function correlate(a: Float64Array, b: Float64Array): number {
  let [meanA, meanB] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    meanA += a[i]! / a.length;
    meanB += b[i]! / b.length;
  }
  let [both, powerA, powerB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB];
    both += x * y;
    powerA += x * x;
    powerB += y * y;
  }
  return both / Math.sqrt(powerA * powerB + 1e-20);
}
