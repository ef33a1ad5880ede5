import { fillSincKernels } from "../signal/sinc-kernels.ts";

/** Stop-band attenuation in dB: sufficient for listening, with a small kernel. */
const STOP_BAND_DECIBELS = 70;
/** Zero crossings of the kernel on each side. */
const CROSSINGS = 12;
/** Number of fractional positions; adjacent kernels are interpolated linearly. */
const PHASES = 128;

/** Reads samples at fractional positions. Allocates nothing after its creation. */
export interface ResamplingReader {
  /** Samples required on each side of a position. */
  readonly half: number;
  /** Value at `at + share`, with `share` in [0, 1). */
  read(samples: Float32Array, at: number, share: number): number;
}

/** @param pace samples between positions; above 1, the signal is low-pass filtered */
export function createResamplingReader(pace: number): ResamplingReader {
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
      const position = share * PHASES;
      const phase = Math.floor(position);
      let kernel = phase * taps;
      let first = 0;
      let second = 0;
      for (let i = at - half + 1; i <= at + half; i++, kernel++) {
        first += samples[i]! * kernels[kernel]!;
        second += samples[i]! * kernels[kernel + taps]!;
      }
      return first + (position - phase) * (second - first);
    },
  };
}
