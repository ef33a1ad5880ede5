import type { FftKernel } from "../signal/fft/fft-kernel.ts";
import { solvePrediction } from "../signal/levinson.ts";

/** Hz per pole. */
const HERTZ_PER_POLE = 1200;
/** White noise at −60 dB keeps the prediction stable. */
const WHITE = 1 + 1e-6;

interface Room {
  readonly fft: FftKernel;
  /** The curve and its mirror image: input of the transform. */
  readonly mirrored: Float32Array;
  /** Scratch space for real samples of the same length. */
  readonly even: Float32Array;
  /** Scratch space for real and imaginary parts of half the length. */
  readonly parts: readonly [Float32Array, Float32Array];
}

/**
 * Replaces an envelope by that of an all-pole filter: a formant between two partials gets its peak
 * there instead of on the partials (linear prediction of a true envelope, Villavicencio, Röbel and
 * Rodet 2006).
 * @param room scratch arrays
 */
export function createFormantSmoother(
  sampleRate: number,
  { fft, mirrored, even, parts: [real, imaginary] }: Room,
): (curve: Float32Array) => void {
  const size = mirrored.length;
  const order = Math.round(sampleRate / HERTZ_PER_POLE);
  const [filter, before] = [new Float64Array(order + 1), new Float64Array(order + 1)];
  return (curve) => {
    const half = curve.length - 1;
    let maximum = -Infinity;
    for (let k = 0; k <= half; k++) maximum = Math.max(maximum, curve[k]!);
    for (let k = 0; k <= half; k++) mirrored[k] = Math.exp(2 * (curve[k]! - maximum));
    for (let k = 1; k < half; k++) mirrored[size - k] = mirrored[k]!;
    fft.forward(mirrored, even, real, imaginary);
    real[0] = real[0]! * WHITE;
    const missed = solvePrediction(real, filter, before);
    const level = maximum + 0.5 * Math.log(missed / size);
    mirrored.fill(0);
    mirrored.set(filter);
    fft.forward(mirrored, even, real, imaginary);
    for (let k = 0; k <= half; k++)
      curve[k] = level - 0.5 * Math.log(real[k]! ** 2 + imaginary[k]! ** 2);
  };
}
