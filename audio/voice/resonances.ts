import type { FftKernel } from "../signal/fft/fft-kernel.ts";
import { solvePrediction } from "../signal/levinson.ts";

/** Hz for each pole. */
const HERTZ_PER_POLE = 1200;
/** White noise of −60 dB keeps the prediction stable. */
const WHITE = 1 + 1e-6;

interface Room {
  readonly fft: FftKernel;
  /** A curve and its mirror image: what is transformed. */
  readonly mirrored: Float32Array;
  /** A one each, as many. */
  readonly even: Float32Array;
  /** A half, for real parts and for imaginary ones. */
  readonly parts: readonly [Float32Array, Float32Array];
}

/**
 * Makes of a curve what resonances make of it: peaks that lie on two partials come to lie between them
 * (linear prediction of a true envelope, Villavicencio, Röbel and Rodet 2006).
 * @param room is written over
 */
export function createResonances(
  sampleRate: number,
  { fft, mirrored, even, parts: [real, imaginary] }: Room,
): (curve: Float32Array) => void {
  const size = mirrored.length;
  const order = Math.round(sampleRate / HERTZ_PER_POLE);
  const [filter, before] = [new Float64Array(order + 1), new Float64Array(order + 1)];
  return (curve) => {
    const half = curve.length - 1;
    let most = -Infinity;
    for (let k = 0; k <= half; k++) most = Math.max(most, curve[k]!);
    for (let k = 0; k <= half; k++) mirrored[k] = Math.exp(2 * (curve[k]! - most));
    for (let k = 1; k < half; k++) mirrored[size - k] = mirrored[k]!;
    fft.forward(mirrored, even, real, imaginary);
    real[0] = real[0]! * WHITE;
    const missed = solvePrediction(real, filter, before);
    const level = most + 0.5 * Math.log(missed / size);
    mirrored.fill(0);
    mirrored.set(filter);
    fft.forward(mirrored, even, real, imaginary);
    for (let k = 0; k <= half; k++)
      curve[k] = level - 0.5 * Math.log(real[k]! ** 2 + imaginary[k]! ** 2);
  };
}
