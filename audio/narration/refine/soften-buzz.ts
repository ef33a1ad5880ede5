import type { Processor } from "../../effect.ts";
import { createStft } from "../../signal/stft.ts";
import { createSeeded } from "./seeded.ts";

/** Samples of a frame at 24 kHz: 21 ms, in which a low voice has two or three periods. */
const SIZE = 512;
const HOP = 128;

export interface Softening {
  readonly sampleRate: number;
  /** Hz from which the voice becomes breath, … */
  readonly from: number;
  /** … and at which it is as much of it as it will be. */
  readonly to: number;
  /** Share of breath there, 0 to 1. */
  readonly most: number;
  readonly seed: number;
}

/**
 * Takes the buzz off a voice whose partials are exact up to the highest: their phases are mixed with
 * random ones, the more the higher they are, as the breath of a throat does (the mixed excitation of
 * McCree and Barnwell 1995, in bands as fine as the transform's). The level of each band stays.
 */
export function createBuzzSoftener(softening: Softening): Processor {
  const { sampleRate, from, to, most, seed } = softening;
  const random = createSeeded(seed);
  const shares = Float64Array.from({ length: SIZE / 2 + 1 }, (_, bin) => {
    const hertz = (bin * sampleRate) / SIZE;
    return most * Math.min(1, Math.max(0, (hertz - from) / (to - from)));
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
          // Overlapping frames with random phases add up to less: that is made up for.
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
