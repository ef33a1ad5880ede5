import type { Format, Processor } from "../effect.ts";
import { designBiquad } from "../signal/biquad.ts";
import { createScratch, framesOf } from "../signal/blocks.ts";
import { createCascade } from "../signal/cascade.ts";

/** Takes rumble and some of the boom away and lifts what makes words clear. */
export function createVoiceEqualiser({ sampleRate, channels }: Format): Processor {
  const stages = [
    designBiquad("highpass", { frequency: 75 }, sampleRate),
    designBiquad("peak", { frequency: 260, q: 0.9, gain: -1.5 }, sampleRate),
    designBiquad("peak", { frequency: 3200, q: 0.8, gain: 1.5 }, sampleRate),
    designBiquad("highshelf", { frequency: 9000, gain: 1.5 }, sampleRate),
  ];
  const cascade = createCascade(stages, channels);
  const scratch = createScratch(channels);
  return {
    process(block) {
      const out = scratch(framesOf(block));
      for (const [c, samples] of out.entries()) samples.set(block[c]!);
      cascade.run(out);
      return out;
    },
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
  const cascade = createCascade([stage], channels);
  const [bandScratch, scratch, powerScratch] = [
    createScratch(channels),
    createScratch(channels),
    createScratch(2),
  ];
  const rise = 1 - Math.exp(-1 / (ATTACK_SECONDS * sampleRate));
  const fall = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate));
  const slow = 1 - Math.exp(-1 / (0.3 * sampleRate));
  const levels = { sharp: 0, voice: 0 };

  /** Adds the power of the band, and of what is left without it. */
  const addPowers = (samples: Float32Array, band: Float32Array, [high, low]: Float32Array[]) => {
    for (let i = 0; i < band.length; i++) {
      const rest = samples[i]! - band[i]!;
      high![i] = high![i]! + band[i]! * band[i]!;
      low![i] = low![i]! + rest * rest;
    }
  };
  /** Puts what is to be taken from the band in place of its power. @returns whether that is anything */
  const findReductions = ([high, low]: Float32Array[]): boolean => {
    let { sharp, voice } = levels;
    let isAny = false;
    for (let i = 0; i < high!.length; i++) {
      sharp += (high![i]! > sharp ? rise : fall) * (high![i]! - sharp);
      // The voice's level stays while nobody speaks, or the first s would count as too loud.
      voice += (low![i]! > voice ? fall : slow) * (low![i]! - voice);
      const limit = THRESHOLD ** 2 * voice;
      const isSharp = sharp > limit && sharp >= 1e-9;
      high![i] = isSharp ? 1 - Math.max(LOWEST, Math.sqrt(limit / sharp)) : 0;
      isAny ||= isSharp;
    }
    levels.sharp = sharp;
    levels.voice = voice;
    return isAny;
  };

  return {
    process(block) {
      const frames = framesOf(block);
      const bands = bandScratch(frames);
      for (const [c, band] of bands.entries()) band.set(block[c]!);
      cascade.run(bands);
      const powers = powerScratch(frames);
      for (const power of powers) power.fill(0);
      for (const [c, band] of bands.entries()) addPowers(block[c]!, band, powers);
      if (!findReductions(powers)) return block;
      const [reductions] = powers;
      const out = scratch(frames);
      for (const [c, samples] of out.entries()) {
        const [input, band] = [block[c]!, bands[c]!];
        for (let i = 0; i < frames; i++) samples[i] = input[i]! - reductions![i]! * band[i]!;
      }
      return out;
    },
    finish: () => null,
  };
}
