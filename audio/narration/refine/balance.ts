import type { Processor } from "../../effect.ts";
import { decibelsToFactor } from "../../signal/decibel.ts";
import { createStft } from "../../signal/stft.ts";
import { bandOf, valueAt } from "../../voice/bands.ts";

/** Samples of a frame at 24 kHz: bins are 23 Hz apart. */
const SIZE = 1024;
const HOP = 256;

/** Equalizes the bands of a voice. @param bands dB, for the bands of `bands.ts` */
export function createBalance(bands: readonly number[], sampleRate: number): Processor {
  const gains = Float32Array.from({ length: SIZE / 2 + 1 }, (_, bin) =>
    decibelsToFactor(valueAt(bands, bandOf(Math.max(1, (bin * sampleRate) / SIZE)))),
  );
  return createStft({
    channels: 1,
    size: SIZE,
    hop: HOP,
    prepare:
      ({ re: [re], im: [im] }) =>
      () => {
        for (let bin = 0; bin < gains.length; bin++) {
          re![bin] = re![bin]! * gains[bin]!;
          im![bin] = im![bin]! * gains[bin]!;
        }
      },
  });
}
