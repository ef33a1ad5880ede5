import { createFftKernel } from "../signal/fft/fft-kernel.ts";
import { createFormantSmoother } from "./formant-smoother.ts";

/** Range of pitch periods in seconds. */
const PERIODS = [1 / 500, 1 / 70] as const;
/** Maximum quefrency in seconds of the vocal tract if there is no pitch. */
const TRACT_SECONDS = 0.0022;
const ROUNDS = 20;
/** Overrelaxation: halves the number of iterations for the same result. */
const OVERRELAXATION = 2;
/** Convergence tolerance in nepers. */
const TOLERANCE = 0.05;
/** Range in nepers below the loudest bin: 70 dB. */
const MAX_DEPTH = 8;
/** Level of silence in nepers. */
const SILENCE = -20;

/**
 * Spectral envelope: a curve through the partials, as detailed as their spacing allows (true
 * envelope, Röbel and Rodet 2005), smoothed to formants for voices. Allocates nothing after its
 * creation.
 */
export function createEnvelope(bins: number, sampleRate: number) {
  const half = bins - 1;
  const size = 2 * half;
  const fft = createFftKernel(size, 5 * size);
  const even = fft.take(size).fill(1);
  /** The curve and its mirror image: input of the transform. */
  const mirrored = fft.take(size);
  const cepstrum = fft.take(bins);
  const nothing = fft.take(bins);
  const [shortest, longest] = PERIODS.map((period) => Math.round(period * sampleRate)) as [
    number,
    number,
  ];
  const logs = new Float32Array(bins);
  const curve = fft.take(bins);
  const resonate = createFormantSmoother(sampleRate, {
    fft,
    mirrored,
    even,
    parts: [cepstrum, fft.take(bins)],
  });

  /** Pitch period if the cepstrum has a peak; otherwise null. */
  const findPeriod = () => {
    let peak = shortest;
    for (let i = shortest; i <= longest; i++) if (cepstrum[i]! > cepstrum[peak]!) peak = i;
    return cepstrum[peak]! > 0.07 * size ? peak : null;
  };
  /** Lifters the cepstrum, ready for the inverse transform. */
  const limit = (order: number) => {
    // A slope at the edge, because a step would cause ringing.
    const slope = Math.ceil(order / 6);
    mirrored.fill(0, order + 1, size - order);
    mirrored[0] = cepstrum[0]! / size;
    for (let i = 1; i <= order; i++) {
      const over = i - order + slope;
      const factor = over > 0 ? 0.5 + 0.5 * Math.cos((Math.PI * over) / (slope + 1)) : 1;
      mirrored[i] = (cepstrum[i]! * factor) / size;
      mirrored[size - i] = mirrored[i]!;
    }
  };
  const mirror = () => {
    for (let k = 1; k < half; k++) mirrored[size - k] = mirrored[k]!;
  };
  /**
   * Raises the smoothing input where the curve is below the partials. @returns the largest
   * deviation
   */
  const raise = (): number => {
    let largestMiss = 0;
    for (let k = 0; k < bins; k++) {
      const miss = Math.max(0, logs[k]! - curve[k]!);
      if (miss > largestMiss) largestMiss = miss;
      mirrored[k] = curve[k]! + OVERRELAXATION * miss;
    }
    return largestMiss;
  };

  return {
    /** Computes the envelope of the mean power of the channels. */
    measure(powers: readonly Float32Array[]): void {
      let maximum = -Infinity;
      for (let k = 0; k < bins; k++) {
        let sum = 1e-18;
        for (let c = 0; c < powers.length; c++) sum += powers[c]![k]! / powers.length;
        const log = 0.5 * Math.log(sum);
        logs[k] = log;
        if (log > maximum) maximum = log;
      }
      for (let k = 0; k < bins; k++) {
        logs[k] = Math.max(logs[k]!, maximum - MAX_DEPTH);
        mirrored[k] = logs[k]!;
      }
      let period: number | null = null;
      for (let round = 0; round < ROUNDS; round++) {
        mirror();
        fft.forward(mirrored, even, cepstrum, nothing);
        if (round === 0) period = findPeriod();
        limit(Math.round(period === null ? TRACT_SECONDS * sampleRate : 0.62 * period));
        fft.forward(mirrored, even, curve, nothing);
        if (raise() < TOLERANCE) break;
      }
      if (period !== null) resonate(curve);
    },
    /**
     * Natural logarithm of the envelope at a fractional bin; silence above the Nyquist frequency.
     */
    at(bin: number): number {
      if (bin >= half) return SILENCE;
      const low = Math.floor(bin);
      const share = bin - low;
      return curve[low]! * (1 - share) + curve[low + 1]! * share;
    },
  };
}
