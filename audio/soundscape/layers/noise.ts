import { createPinkNoise } from "../kit/filters.ts";
import { type CreateLayer, QUANTUM } from "../kit/layer.ts";

/** Time constant of the integrator that makes noise brown: flat below 20 Hz. */
const BROWN_HZ = 20;
/** Amplitudes that make the colors equally loud by K-weighting (ITU-R BS.1770). */
const LOUDNESS = { brown: 0.96, pink: 0.62, white: 0.36 } as const;

/**
 * Noise without an event, on two independent channels. Character: its color, from brown (0, −6 dB
 * an octave) over pink (0.5, −3 dB) to white (1, the same power at all frequencies).
 */
export const createNoise: CreateLayer = ({ sampleRate, random }) => {
  const decay = Math.exp((-2 * Math.PI * BROWN_HZ) / sampleRate);
  // White noise has a variance of 1/3, as has the result.
  const gain = Math.sqrt(1 - decay ** 2);
  const sides = [0, 1].map(() => ({ pink: createPinkNoise(random), brown: 0 }));
  return {
    fill(left, right, { character }) {
      // Powers sum to 1, so that the loudness stays while the color changes.
      const share = Math.abs(2 * character - 1);
      const outer = Math.sqrt(share);
      const pinkShare = Math.sqrt(1 - share) * LOUDNESS.pink;
      const brownShare = character < 0.5 ? outer * LOUDNESS.brown : 0;
      const whiteShare = character > 0.5 ? outer * LOUDNESS.white : 0;
      for (const [at, samples] of [left, right].entries()) {
        const side = sides[at]!;
        for (let i = 0; i < QUANTUM; i++) {
          side.brown = decay * side.brown + gain * random.noise();
          samples[i] =
            brownShare * side.brown +
            pinkShare * side.pink() +
            (whiteShare > 0 ? whiteShare * random.noise() : 0);
        }
      }
    },
  };
};
