import { fillSincKernels } from "../signal/sinc-kernels.ts";

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
  const kernels = fillSincKernels(new Float32Array((PHASES + 1) * taps), {
    half,
    cutoff,
    stopBand: STOP_BAND_DECIBELS,
  });
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
