import { BANDS } from "./rnnoise-bands.ts";
import { FEATURES } from "./rnnoise-weights.ts";

/**
 * Means of the first two coefficients of the cosine transform of the levels: 12 and 4, which are
 * subtracted.
 */
const MIDDLES = Float64Array.from({ length: BANDS }, (_, band) => {
  const slope = Math.cos((Math.PI * (band + 0.5)) / BANDS);
  return (11 / 16) * Math.sqrt(2 / 22) * (12 * Math.SQRT1_2 + 4 * slope);
});
/** Mean of the pitch period in samples, and scale factor. */
const PERIOD = { middle: 300, factor: 0.01 };

/**
 * Computes the features of a frame for RNNoise's layers.
 * @param power power of its bands
 * @param correlation correlation of its bands with those one period earlier
 * @param period samples at 48 kHz
 * @param features receives `FEATURES` numbers: levels and correlations of the bands, and the period
 */
export function describeFrame(
  power: Float32Array,
  correlation: Float32Array,
  period: number,
  features: Float32Array,
): void {
  let maximum = -2;
  let follower = -2;
  for (let i = 0; i < BANDS; i++) {
    // From band to band, a level falls no faster than auditory masking.
    const level = Math.max(maximum - 7, follower - 1.5, Math.log10(0.01 + power[i]!));
    maximum = Math.max(maximum, level);
    follower = Math.max(follower - 1.5, level);
    features[i] = level - MIDDLES[i]!;
    features[BANDS + i] = correlation[i]!;
  }
  features[FEATURES - 1] = PERIOD.factor * (period - PERIOD.middle);
}
