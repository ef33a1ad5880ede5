import type { Random } from "./random.ts";
import { panGains } from "./resonators.ts";

/** A short burst of filtered noise, for impacts, friction and bubbles. */
export interface NoiseBurst {
  /** Center frequency in Hz. */
  readonly frequency: number;
  /** Bandwidth: 0.5 is broad, 5 is nearly a tone. */
  readonly q: number;
  /** Amplitude. */
  readonly level: number;
  /** Attack time in seconds. */
  readonly attack: number;
  /** Decay time constant in seconds (to 37 %). */
  readonly decay: number;
  /** −1 (left) to 1 (right). */
  readonly pan: number;
  /** Start frame in the next block. */
  readonly at: number;
}

export interface NoiseBursts {
  /** Adds a burst; replaces the oldest one if there are too many. */
  add(burst: NoiseBurst): void;
  /** Adds all active bursts to a block. */
  mix(left: Float32Array, right: Float32Array): void;
}

/** A burst ends when it has decayed by 70 dB. */
const DECAY_CONSTANTS = Math.log(3162);

interface Voice {
  left: number;
  right: number;
  wait: number;
  frames: number;
  /** Remaining attack, and its increment per sample. */
  rising: number;
  rise: number;
  fall: number;
  envelope: number;
  k: number;
  a1: number;
  a2: number;
  a3: number;
  first: number;
  second: number;
}

const still = (): Voice => ({
  left: 0,
  right: 0,
  wait: 0,
  frames: 0,
  rising: 0,
  rise: 0,
  fall: 0,
  envelope: 0,
  k: 0,
  a1: 0,
  a2: 0,
  a3: 0,
  first: 0,
  second: 0,
});

/** Bursts of filtered noise with individual envelopes and positions. */
export function createNoiseBursts(
  maxBursts: number,
  random: Random,
  sampleRate: number,
): NoiseBursts {
  const voices = Array.from({ length: maxBursts }, still);
  return {
    add({ frequency, q, level, attack, decay, pan, at }) {
      const voice =
        voices.find(({ frames }) => frames <= 0) ??
        voices.reduce((a, b) => (b.frames < a.frames ? b : a));
      const [left, right] = panGains(pan);
      const g = Math.tan((Math.PI * Math.min(frequency, 0.45 * sampleRate)) / sampleRate);
      const rising = Math.max(1, Math.round(attack * sampleRate));
      voice.k = 1 / q;
      voice.a1 = 1 / (1 + g * (g + voice.k));
      voice.a2 = g * voice.a1;
      voice.a3 = g * voice.a2;
      voice.left = left * level;
      voice.right = right * level;
      voice.wait = at;
      voice.frames = rising + Math.ceil(DECAY_CONSTANTS * decay * sampleRate);
      voice.rising = rising;
      voice.rise = 1 / rising;
      voice.fall = Math.exp(-1 / (decay * sampleRate));
      voice.envelope = 0;
      voice.first = 0;
      voice.second = 0;
    },
    mix(left, right) {
      for (const voice of voices) if (voice.frames > 0) mixBurst(voice, random, left, right);
    },
  };
}

function mixBurst(voice: Voice, random: Random, left: Float32Array, right: Float32Array): void {
  const start = voice.wait;
  if (start >= left.length) {
    voice.wait -= left.length;
    return;
  }
  const end = Math.min(left.length, start + voice.frames);
  const { left: toLeft, right: toRight, rise, fall, k, a1, a2, a3 } = voice;
  let { rising, envelope, first, second } = voice;
  for (let i = start; i < end; i++) {
    if (rising > 0) {
      rising--;
      envelope += rise;
    } else envelope *= fall;
    const v3 = random.noise() - second;
    const band = a1 * first + a2 * v3;
    second += 2 * (a2 * first + a3 * v3);
    first = 2 * band - first;
    const value = envelope * k * band;
    left[i] = left[i]! + toLeft * value;
    right[i] = right[i]! + toRight * value;
  }
  voice.rising = rising;
  voice.envelope = envelope;
  voice.first = first;
  voice.second = second;
  voice.wait = 0;
  voice.frames -= end - start;
}
