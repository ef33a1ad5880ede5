import { BANDS } from "./rnnoise-bands.ts";
import { FEATURES } from "./rnnoise-weights.ts";

/** What is taken from the levels: 12 and 4 from the first two numbers of their cosine transform. */
const MIDDLES = Float64Array.from({ length: BANDS }, (_, band) => {
  const slope = Math.cos((Math.PI * (band + 0.5)) / BANDS);
  return (11 / 16) * Math.sqrt(2 / 22) * (12 * Math.SQRT1_2 + 4 * slope);
});
/** Samples about which periods lie, and what makes them small. */
const PERIOD = { middle: 300, factor: 0.01 };

/**
 * What describes a frame to RNNoise's layers.
 * @param power of its bands
 * @param likeness of its bands to those one period earlier
 * @param period samples of 48 kHz
 * @param features gets `FEATURES` numbers: levels and likenesses of the bands, and the period
 */
export function describeFrame(
  power: Float32Array,
  likeness: Float32Array,
  period: number,
  features: Float32Array,
): void {
  let most = -2;
  let follower = -2;
  for (let i = 0; i < BANDS; i++) {
    // From band to band a level falls no faster than hearing does.
    const level = Math.max(most - 7, follower - 1.5, Math.log10(0.01 + power[i]!));
    most = Math.max(most, level);
    follower = Math.max(follower - 1.5, level);
    features[i] = level - MIDDLES[i]!;
    features[BANDS + i] = likeness[i]!;
  }
  features[FEATURES - 1] = PERIOD.factor * (period - PERIOD.middle);
}
