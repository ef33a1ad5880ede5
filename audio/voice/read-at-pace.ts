import { kaiser, kaiserBeta } from "../signal/windows.ts";

/** What is held back above half the rate, in dB: enough for listening, with a small kernel. */
const STOP_BAND_DECIBELS = 70;
/** Zero crossings of the kernel to each side. */
const CROSSINGS = 12;
/** Places between two samples that have a kernel of their own; between them lies a straight line. */
const PHASES = 128;

/** Reads samples between samples. Nothing is allocated after it was made. */
export interface PaceReader {
  /** Samples that are needed to each side of a place. */
  readonly half: number;
  /** Value at `at + share`, with `share` from 0 to before 1. */
  read(samples: Float32Array, at: number, share: number): number;
}

/** @param pace by how many samples its places lie apart; above 1 what is too high is held back */
export function createPaceReader(pace: number): PaceReader {
  const half = Math.ceil(CROSSINGS * Math.max(1, pace));
  const taps = 2 * half;
  const cutoff = 0.92 * Math.min(1, 1 / pace);
  const windowAt = kaiser(kaiserBeta(STOP_BAND_DECIBELS));
  const kernels = new Float32Array((PHASES + 1) * taps);
  for (let phase = 0; phase <= PHASES; phase++) {
    let sum = 0;
    for (let i = 0; i < taps; i++) {
      const time = i - half + 1 - phase / PHASES;
      const angle = Math.PI * cutoff * time;
      const value = (angle === 0 ? 1 : Math.sin(angle) / angle) * windowAt(time / half);
      kernels[phase * taps + i] = value;
      sum += value;
    }
    for (let i = 0; i < taps; i++) kernels[phase * taps + i] = kernels[phase * taps + i]! / sum;
  }
  return {
    half,
    read(samples, at, share) {
      const place = share * PHASES;
      const phase = Math.floor(place);
      let kernel = phase * taps;
      let first = 0;
      let second = 0;
      for (let i = at - half + 1; i <= at + half; i++, kernel++) {
        first += samples[i]! * kernels[kernel]!;
        second += samples[i]! * kernels[kernel + taps]!;
      }
      return first + (place - phase) * (second - first);
    },
  };
}
