import type { Format, Processor } from "../../effect.ts";
import { createScratch, framesOf } from "../../signal/blocks.ts";
import type { Hum } from "./find-hum.ts";

/**
 * Subtracts hum.
 * @param strength 0 to 1: part of its amplitude that is subtracted
 */
export function createHumRemover(
  { mains, hop, harmonics, phasors }: Hum,
  strength: number,
  { sampleRate, channels }: Format,
): Processor {
  const scratch = createScratch(channels);
  let position = 0;
  return {
    process(block) {
      const frames = framesOf(block);
      const out = scratch(frames);
      for (const [channel, samples] of block.entries()) {
        const target = out[channel]!;
        target.set(samples);
        for (const [at, n] of harmonics.entries())
          subtract(target, phasors[channel]![at]!, {
            position,
            hop,
            step: (2 * Math.PI * n * mains!) / sampleRate,
            strength,
          });
      }
      position += frames;
      return out;
    },
    finish: () => null,
  };
}

/** Subtracts a cosine whose complex amplitude is interpolated between phasors. */
function subtract(
  samples: Float32Array,
  phasors: Float32Array,
  {
    position,
    hop,
    step,
    strength,
  }: {
    readonly position: number;
    readonly hop: number;
    readonly step: number;
    readonly strength: number;
  },
): void {
  const [turnRe, turnIm] = [Math.cos(step), Math.sin(step)];
  const last = phasors.length / 2 - 1;
  for (let i = 0; i < samples.length;) {
    const frame = position + i;
    const index = Math.min(last, Math.floor(frame / hop));
    const next = Math.min(last, index + 1);
    const end = Math.min(samples.length, i + hop - (frame % hop));
    // Restarted at each hop, so that the result does not depend on blocks and errors do not add up.
    const first = frame - (frame % hop);
    const angle = (step * first) % (2 * Math.PI);
    let [re, im] = [Math.cos(angle), Math.sin(angle)];
    const [aRe, aIm] = [phasors[2 * index]!, phasors[2 * index + 1]!];
    const [bRe, bIm] = [phasors[2 * next]! - aRe, phasors[2 * next + 1]! - aIm];
    for (let at = first; at < position + end; at++) {
      if (at >= frame) {
        const part = (at - first) / hop;
        const value = (aRe + part * bRe) * re - (aIm + part * bIm) * im;
        samples[at - position] = samples[at - position]! - strength * value;
      }
      const held = re * turnRe - im * turnIm;
      im = re * turnIm + im * turnRe;
      re = held;
    }
    i = end;
  }
}
