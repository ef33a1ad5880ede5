import { createCosineTransform } from "./cosine-transform.ts";

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

/**
 * Spectral envelope: a curve that lies on the partials, as fine as their distance allows (true
 * envelope, Röbel and Rodet 2005).
 */
export function createEnvelope(bins: number, sampleRate: number) {
  const half = bins - 1;
  const transform = createCosineTransform(half);
  const [shortest, longest] = PERIODS.map((period) => Math.round(period * sampleRate)) as [
    number,
    number,
  ];
  const logs = new Float64Array(bins);
  const target = new Float64Array(bins);
  const cepstrum = new Float64Array(bins);
  const curve = new Float64Array(bins);

  /** Half the period of the pitch, if the cepstrum shows one. */
  const orderOf = () => {
    let peak = shortest;
    for (let i = shortest; i <= longest; i++) if (cepstrum[i]! > cepstrum[peak]!) peak = i;
    return Math.round(cepstrum[peak]! > 0.07 ? 0.62 * peak : TRACT_SECONDS * sampleRate);
  };
  const limit = (order: number) => {
    cepstrum.fill(0, order + 1);
    // A slope at the edge instead of a cliff, or the curve would ring.
    const slope = Math.ceil(order / 6);
    for (let i = order - slope + 1; i <= order; i++) {
      const factor = 0.5 + 0.5 * Math.cos((Math.PI * (i - order + slope)) / (slope + 1));
      cepstrum[i] = cepstrum[i]! * factor;
    }
  };

  return {
    /** Takes the envelope of the mean power of the channels. @param sizes absolute values */
    measure(sizes: readonly Float64Array[]): void {
      let most = -Infinity;
      for (let k = 0; k < bins; k++) {
        let sum = 1e-18;
        for (const one of sizes) sum += one[k]! ** 2 / sizes.length;
        logs[k] = 0.5 * Math.log(sum);
        most = Math.max(most, logs[k]!);
      }
      for (let k = 0; k < bins; k++) logs[k] = Math.max(logs[k]!, most - DEPTH);
      target.set(logs);
      let order = 0;
      for (let round = 0; round < ROUNDS; round++) {
        transform(target, cepstrum);
        for (let i = 0; i <= longest; i++) cepstrum[i] = cepstrum[i]! / (2 * half);
        if (round === 0) order = orderOf();
        limit(order);
        transform(cepstrum, curve);
        let miss = 0;
        for (let k = 0; k < bins; k++) {
          miss = Math.max(miss, logs[k]! - curve[k]!);
          target[k] = curve[k]! + PACE * Math.max(0, logs[k]! - curve[k]!);
        }
        if (miss < CLOSE) break;
      }
    },
    /** Envelope at a bin, which may lie between two; nothing above half the rate. */
    at(bin: number): number {
      if (bin >= bins - 1) return 1e-9;
      const low = Math.floor(bin);
      const share = bin - low;
      return Math.exp(curve[low]! * (1 - share) + curve[low + 1]! * share);
    },
  };
}
