import type { Block, Format } from "../../effect.ts";
import { createLoudnessMeter } from "../../signal/loudness.ts";
import { createNoiseMeter, noiseOf } from "./noise-meter.ts";
import type { Levels } from "./levels.ts";

/** Measures a sound block by block. */
export function createMeter(format: Format) {
  const noise = createNoiseMeter(format);
  const loudness = createLoudnessMeter(format);
  return {
    push(block: Block): void {
      noise.push(block);
      loudness.push(block);
    },
    /** Largest sample magnitude; 0 is digital silence. */
    peak: noise.peak,
    windows: noise.windows,
    /**
     * Finishes the measurement.
     * @param original measurement of the sound before processing
     */
    levels(original?: { readonly windows: () => readonly number[] }): Levels {
      const { integrated, truePeak } = loudness.measure();
      const level = noiseOf(noise.windows(), original?.windows());
      return { lufs: integrated, truePeak, noise: level };
    },
  };
}
export type Meter = ReturnType<typeof createMeter>;

/** Measures loudness, and peaks on request; other levels are NaN. */
export function createLevelMeter(format: Format, options: { readonly peaks: boolean }): Meter {
  const loudness = createLoudnessMeter(format, options);
  return {
    ...NO_METER,
    push: (block) => loudness.push(block),
    levels() {
      const { integrated, truePeak } = loudness.measure();
      return { lufs: integrated, truePeak, noise: NaN };
    },
  };
}

/** Stands for a meter of a sound that is not measured. */
export const NO_METER: Meter = {
  push: () => {},
  peak: () => NaN,
  windows: () => [],
  levels: () => ({ lufs: NaN, truePeak: NaN, noise: NaN }),
};
