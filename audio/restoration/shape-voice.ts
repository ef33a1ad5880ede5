import type { Format, Processor } from "../effect.ts";
import { designBiquad } from "../signal/biquad.ts";
import { createScratch, framesOf } from "../signal/blocks.ts";
import { createCascade } from "../signal/cascade.ts";

/** Cuts rumble and boom and boosts the presence range of a voice. */
export function createVoiceEqualizer({ sampleRate, channels }: Format): Processor {
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

/** Lower edge of the sibilance band in Hz. */
const SIBILANCE_HZ = 5200;
/** Level of the sibilance band, relative to the voice, above which it is attenuated. */
const THRESHOLD = 0.55;
/** −9 dB. */
const MIN_GAIN = 0.35;
const ATTACK_SECONDS = 0.002;
const RELEASE_SECONDS = 0.04;

/**
 * De-esser: attenuates s and sh where they are louder than the surrounding voice.
 * @param strength from 0 (unchanged) to 1
 */
export function createDeEsser({ sampleRate, channels }: Format, strength = 1): Processor {
  const stage = designBiquad("highpass", { frequency: SIBILANCE_HZ }, sampleRate);
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

  /** Adds the power of the band and of the remainder. */
  const addPowers = (samples: Float32Array, band: Float32Array, [high, low]: Float32Array[]) => {
    for (let i = 0; i < band.length; i++) {
      const rest = samples[i]! - band[i]!;
      high![i] = high![i]! + band[i]! * band[i]!;
      low![i] = low![i]! + rest * rest;
    }
  };
  /** Replaces the power of the band by the reduction to apply. @returns whether there is any */
  const findReductions = ([high, low]: Float32Array[]): boolean => {
    let { sharp, voice } = levels;
    let isAny = false;
    for (let i = 0; i < high!.length; i++) {
      sharp += (high![i]! > sharp ? rise : fall) * (high![i]! - sharp);
      // The voice level is held during pauses; otherwise the first s would count as too loud.
      voice += (low![i]! > voice ? fall : slow) * (low![i]! - voice);
      const limit = THRESHOLD ** 2 * voice;
      const isSharp = sharp > limit && sharp >= 1e-9;
      high![i] = isSharp ? strength * (1 - Math.max(MIN_GAIN, Math.sqrt(limit / sharp))) : 0;
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
