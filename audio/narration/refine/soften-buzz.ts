import type { Processor } from "../../effect.ts";
import { createStft } from "../../signal/stft.ts";
import { createSeededRandom } from "#core/random.ts";

/** Samples of a frame at 24 kHz: 21 ms, two or three periods of a low voice. */
const SIZE = 512;
const HOP = 128;

export interface BuzzSoftening {
  readonly sampleRate: number;
  /** Hz above which noise is added. */
  readonly from: number;
  /** Hz at which the noise reaches its maximum. */
  readonly to: number;
  /** Maximum ratio of noise, 0 to 1. */
  readonly maxNoiseRatio: number;
  readonly seed: number;
}

/**
 * Reduces the buzz of a voice with perfectly periodic partials: phases are increasingly randomized
 * toward high frequencies, like breath noise (the mixed excitation of McCree and Barnwell 1995, per
 * bin). The level of each band is preserved.
 */
export function createBuzzSoftener(softening: BuzzSoftening): Processor {
  const { sampleRate, from, to, maxNoiseRatio, seed } = softening;
  const random = createSeededRandom(seed);
  const shares = Float64Array.from({ length: SIZE / 2 + 1 }, (_, bin) => {
    const hertz = (bin * sampleRate) / SIZE;
    return maxNoiseRatio * Math.min(1, Math.max(0, (hertz - from) / (to - from)));
  });
  const first = shares.findIndex((share) => share > 0);
  return createStft({
    channels: 1,
    size: SIZE,
    hop: HOP,
    prepare: ({ re: [re], im: [im] }) => {
      if (first < 0) return () => {};
      return () => {
        for (let bin = first; bin < shares.length; bin++) {
          const share = shares[bin]!;
          const turn = 2 * Math.PI * random();
          // Compensates for the partial cancellation of overlapping frames with random phases.
          const scale = 1 / Math.sqrt((1 - share) ** 2 + 0.75 * share ** 2 + 1e-9);
          const cosine = (1 - share + share * Math.cos(turn)) * scale;
          const sine = share * Math.sin(turn) * scale;
          const [a, b] = [re![bin]!, im![bin]!];
          re![bin] = a * cosine - b * sine;
          im![bin] = a * sine + b * cosine;
        }
      };
    },
  });
}
