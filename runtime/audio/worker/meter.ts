import type { Block, Format } from "../../../audio/effect.ts";
import { createLoudnessMeter } from "../../../audio/signal/loudness.ts";
import { createNoiseMeter } from "./noise-meter.ts";
import type { Levels } from "./protocol.ts";

/** Measures a sound as it passes. */
export function createMeter(format: Format) {
  const noise = createNoiseMeter(format);
  const loudness = createLoudnessMeter(format);
  return {
    push(block: Block): void {
      noise.push(block);
      loudness.push(block);
    },
    /** Largest sample; 0 is digital silence. */
    peak: noise.peak,
    /** Ends the measurement. */
    levels(): Levels {
      const { integrated, truePeak } = loudness.measure();
      return { lufs: integrated, truePeak, noise: noise.noise() };
    },
  };
}
