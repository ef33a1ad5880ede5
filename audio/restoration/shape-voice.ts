import type { Format, Processor } from "../effect.ts";
import { createFilter, designBiquad } from "../signal/biquad.ts";

/** Takes rumble and some of the boom away and lifts what makes words clear. */
export function createVoiceEqualiser({ sampleRate, channels }: Format): Processor {
  const stages = [
    designBiquad("highpass", { frequency: 75 }, sampleRate),
    designBiquad("peak", { frequency: 260, q: 0.9, gain: -1.5 }, sampleRate),
    designBiquad("peak", { frequency: 3200, q: 0.8, gain: 1.5 }, sampleRate),
    designBiquad("highshelf", { frequency: 9000, gain: 1.5 }, sampleRate),
  ];
  const filters = Array.from({ length: channels }, () => createFilter(stages));
  return {
    process: (block) =>
      block.map((samples, c) => {
        const out = samples.slice();
        filters[c]!.run(out);
        return out;
      }),
    finish: () => null,
  };
}

/** Hz above which sharp sounds lie. */
const SHARP = 5200;
/** Part of the voice's level above which the sharp band is held down. */
const THRESHOLD = 0.55;
/** The lowest gain of the sharp band: −9 dB. */
const LOWEST = 0.35;
const ATTACK_SECONDS = 0.002;
const RELEASE_SECONDS = 0.04;

/** Holds s and sh down where they are louder than the voice around them. */
export function createDeEsser({ sampleRate, channels }: Format): Processor {
  const stage = designBiquad("highpass", { frequency: SHARP }, sampleRate);
  const filters = Array.from({ length: channels }, () => createFilter([stage]));
  const rise = 1 - Math.exp(-1 / (ATTACK_SECONDS * sampleRate));
  const fall = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate));
  const slow = 1 - Math.exp(-1 / (0.3 * sampleRate));
  const levels = { sharp: 0, voice: 0 };
  return {
    process(block) {
      const bands = block.map((samples, c) => {
        const band = samples.slice();
        filters[c]!.run(band);
        return band;
      });
      const out = block.map((samples) => samples.slice());
      let { sharp, voice } = levels;
      for (let i = 0; i < out[0]!.length; i++) {
        let high = 0;
        let low = 0;
        for (let c = 0; c < channels; c++) {
          const band = bands[c]![i]!;
          const rest = block[c]![i]! - band;
          high += band * band;
          low += rest * rest;
        }
        sharp += (high > sharp ? rise : fall) * (high - sharp);
        // The voice's level stays while nobody speaks, or the first s would count as too loud.
        voice += (low > voice ? fall : slow) * (low - voice);
        const limit = THRESHOLD ** 2 * voice;
        if (sharp <= limit || sharp < 1e-9) continue;
        const gain = Math.max(LOWEST, Math.sqrt(limit / sharp));
        for (let c = 0; c < channels; c++) out[c]![i] = out[c]![i]! - (1 - gain) * bands[c]![i]!;
      }
      levels.sharp = sharp;
      levels.voice = voice;
      return out;
    },
    finish: () => null,
  };
}
