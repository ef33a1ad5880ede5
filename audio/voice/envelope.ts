import { createFftKernel } from "../signal/fft/fft-kernel.ts";
import { createResonances } from "./resonances.ts";

/** Periods in seconds that a voice may have. */
const PERIODS = [1 / 500, 1 / 70] as const;
/** Quefrency in seconds up to which the cepstrum is the vocal tract's where there is no pitch. */
const TRACT_SECONDS = 0.0022;
const ROUNDS = 20;
/** By how much more than it misses the curve is raised at once: the same curve in half the rounds. */
const PACE = 2;
/** Nepers by which a round may miss the partials before the next one is not needed. */
const CLOSE = 0.05;
/** Nepers under the loudest bin below which nothing is followed: 70 dB. */
const DEPTH = 8;
/** Nepers where there is nothing at all. */
const NOTHING = -20;

/**
 * Spectral envelope: a curve that lies on the partials, as fine as their distance allows (true
 * envelope, Röbel and Rodet 2005). Of a voice it is what resonances make of that. Nothing is allocated after it was made.
 */
export function createEnvelope(bins: number, sampleRate: number) {
  const half = bins - 1;
  const size = 2 * half;
  const fft = createFftKernel(size, 5 * size);
  const even = fft.take(size).fill(1);
  /** A curve and its mirror image: what is transformed. */
  const mirrored = fft.take(size);
  const cepstrum = fft.take(bins);
  const nothing = fft.take(bins);
  const [shortest, longest] = PERIODS.map((period) => Math.round(period * sampleRate)) as [
    number,
    number,
  ];
  const logs = new Float32Array(bins);
  const curve = fft.take(bins);
  const resonate = createResonances(sampleRate, {
    fft,
    mirrored,
    even,
    parts: [cepstrum, fft.take(bins)],
  });

  /** The period of the pitch, if the cepstrum shows one; else null. */
  const findPeriod = () => {
    let peak = shortest;
    for (let i = shortest; i <= longest; i++) if (cepstrum[i]! > cepstrum[peak]!) peak = i;
    return cepstrum[peak]! > 0.07 * size ? peak : null;
  };
  /** The smooth part of the cepstrum, ready to become a curve again. */
  const limit = (order: number) => {
    // A slope at the edge instead of a cliff, or the curve would ring.
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
  /** Raises what is to be smoothed where the curve lies under the partials. @returns the largest miss */
  const raise = (): number => {
    let most = 0;
    for (let k = 0; k < bins; k++) {
      const miss = Math.max(0, logs[k]! - curve[k]!);
      if (miss > most) most = miss;
      mirrored[k] = curve[k]! + PACE * miss;
    }
    return most;
  };

  return {
    /** Takes the envelope of the mean power of the channels. */
    measure(powers: readonly Float32Array[]): void {
      let most = -Infinity;
      for (let k = 0; k < bins; k++) {
        let sum = 1e-18;
        for (let c = 0; c < powers.length; c++) sum += powers[c]![k]! / powers.length;
        const log = 0.5 * Math.log(sum);
        logs[k] = log;
        if (log > most) most = log;
      }
      for (let k = 0; k < bins; k++) {
        logs[k] = Math.max(logs[k]!, most - DEPTH);
        mirrored[k] = logs[k]!;
      }
      let period: number | null = null;
      for (let round = 0; round < ROUNDS; round++) {
        mirror();
        fft.forward(mirrored, even, cepstrum, nothing);
        if (round === 0) period = findPeriod();
        limit(Math.round(period === null ? TRACT_SECONDS * sampleRate : 0.62 * period));
        fft.forward(mirrored, even, curve, nothing);
        if (raise() < CLOSE) break;
      }
      if (period !== null) resonate(curve);
    },
    /** Natural logarithm of the envelope at a bin, which may lie between two; nothing above half the rate. */
    at(bin: number): number {
      if (bin >= half) return NOTHING;
      const low = Math.floor(bin);
      const share = bin - low;
      return curve[low]! * (1 - share) + curve[low + 1]! * share;
    },
  };
}
