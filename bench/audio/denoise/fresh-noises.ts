import path from "node:path";
import { chords } from "../chords.ts";
import { readAudio } from "../material.ts";
import { createRandom } from "../random.ts";
import { leveled, makeJudgedNoise } from "./judged-noises.ts";
import { makeNoiseOf } from "./made-noises.ts";
import { LOOPS, speak } from "./voices.ts";

export const FRESH_NOISES = [
  "wind",
  "rumble",
  "fan",
  "rain",
  "keyboard",
  "music",
  "crowd",
  "speaker",
] as const;
type FreshNoise = (typeof FRESH_NOISES)[number];

interface NoiseTarget {
  readonly seed: number;
  readonly length: number;
  readonly sampleRate: number;
  /** Files of each voice that may be heard beside the speaker. */
  readonly others: readonly (readonly string[])[];
  readonly read: (file: string) => Float32Array;
}

/** Noise through one pole, with −6 dB an octave above its corner. */
function createColor(hertz: number, sampleRate: number): (white: number) => number {
  const color = 1 - Math.exp((-2 * Math.PI * hertz) / sampleRate);
  let state = 0;
  return (white) => (state += color * (white - state));
}

/**
 * Wind in a microphone: gusts of several lengths multiply, and the spectrum falls by 10 dB an octave
 * below a corner that rises with the speed.
 */
function gusts({ seed, length, sampleRate }: NoiseTarget): Float32Array {
  const random = createRandom(seed);
  const corner = 30 + 60 * random.uniform();
  const low = createColor(corner, sampleRate);
  const middle = createColor(4 * corner, sampleRate);
  const top = createColor(30 * corner, sampleRate);
  const speeds = [2.3, 0.7, 0.21].map((seconds) => ({
    seconds,
    goal: 0,
    value: random.normal(),
  }));
  return Float32Array.from({ length }, (_, i) => {
    if (i % 480 === 0)
      for (const one of speeds) {
        const left = Math.exp(-480 / sampleRate / one.seconds);
        one.goal = left * one.goal + Math.sqrt(1 - left * left) * random.normal();
      }
    let sum = 0;
    for (const one of speeds) sum += one.value += 0.0005 * (one.goal - one.value);
    const speed = Math.exp(0.55 * sum);
    const white = random.normal();
    const [a, b, c] = [low(white), middle(white), top(white)];
    return speed ** 2 * (a + 0.25 * b) + 0.03 * speed ** 3 * c;
  });
}

/**
 * Wind by the fall of turbulence, 5 dB an octave above a corner, in blows that rise faster than they
 * fall.
 */
function blows({ seed, length, sampleRate }: NoiseTarget): Float32Array {
  const random = createRandom(seed);
  const corner = 8 + 30 * random.uniform();
  const colors = Array.from({ length: 7 }, (_, i) => createColor(corner * 3 ** i, sampleRate));
  let [level, goal] = [0.3, 0.3];
  return Float32Array.from({ length }, (_, i) => {
    if (i % Math.round(0.15 * sampleRate) === 0)
      goal = random.uniform() < 0.2 ? 0.2 + 1.8 * random.uniform() : 0.7 * goal + 0.05;
    level += (goal > level ? 0.0002 : 0.00005) * (goal - level);
    const white = random.normal();
    return level * colors.reduce((sum, color, k) => sum + color(white) * 1.75 ** -k, 0);
  });
}

/** Traffic and machines below 100 Hz: bands of noise that swell, over a hum, and some hiss. */
function rumble({ seed, length, sampleRate }: NoiseTarget): Float32Array {
  const random = createRandom(seed);
  const colors = [createColor(45, sampleRate), createColor(45, sampleRate)];
  const hertz = 18 + 40 * random.uniform();
  const [hum, hiss] = [0.03 * random.uniform(), 0.004 * random.uniform()];
  const pace = 0.1 + 0.3 * random.uniform();
  return Float32Array.from({ length }, (_, i) => {
    const time = i / sampleRate;
    const white = random.normal();
    const swell = 1 + 0.7 * Math.sin(2 * Math.PI * pace * time);
    const noise = colors[1]!(colors[0]!(white));
    return swell * noise + hum * Math.sin(2 * Math.PI * hertz * time) + hiss * white;
  });
}

/** A fan: air whose level falls with frequency, with tones of its blades. */
function fan({ seed, length, sampleRate }: NoiseTarget): Float32Array {
  const random = createRandom(seed);
  const air = createColor(300 + 900 * random.uniform(), sampleRate);
  const hertz = 60 + 160 * random.uniform();
  return Float32Array.from({ length }, (_, i) => {
    const angle = (2 * Math.PI * hertz * i) / sampleRate;
    const tones = Math.sin(angle) + 0.5 * Math.sin(2 * angle + 1) + 0.2 * Math.sin(3 * angle);
    return air(random.normal()) + 0.01 * tones;
  });
}

/** Drops at random times over a steady hiss. */
function rain({ seed, length, sampleRate }: NoiseTarget): Float32Array {
  const random = createRandom(seed);
  const hiss = createColor(6000, sampleRate);
  const out = Float32Array.from({ length }, () => 0.05 * hiss(random.normal()));
  const rate = 40 + 160 * random.uniform();
  for (let at = 0; at < length; at += (-Math.log(1 - random.uniform()) / rate) * sampleRate) {
    const [hertz, level] = [900 + 5000 * random.uniform(), 0.3 * random.uniform() ** 3];
    const decay = (0.001 + 0.004 * random.uniform()) * sampleRate;
    const first = Math.ceil(at);
    for (let i = first; i < Math.min(length, first + 6 * decay); i++)
      out[i] =
        out[i]! +
        level *
          Math.exp((first - i) / decay) *
          Math.sin((2 * Math.PI * hertz * (i - first)) / sampleRate);
  }
  return out;
}

function talk(count: number, { seed, length, sampleRate, others, read }: NoiseTarget) {
  const random = createRandom(seed);
  const out = new Float32Array(length);
  for (let i = 0; i < count; i++) {
    const files = others[(seed + i) % others.length]!;
    speak(files, { length, sampleRate, random, read }).forEach((x, k) => (out[k] = out[k]! + x));
  }
  return out;
}

const LOOPS_OF_MUSIC = ["loop_garzul", "loop_compus", "loop_mika", "loop_safari", "loop_weirdo"];

function music({ seed, length, sampleRate }: NoiseTarget): Float32Array {
  const name = LOOPS_OF_MUSIC[seed % LOOPS_OF_MUSIC.length]!;
  const sound = readAudio(path.join(LOOPS, `${name}.flac`), sampleRate);
  return Float32Array.from({ length }, (_, i) => sound[(997 * seed + i) % sound.length]!);
}

/** Noise of a kind at −23 dBFS; those of `fit` come from other programs than those of `judge`. */
export function makeFreshNoise(noise: FreshNoise, set: "fit" | "judge", target: NoiseTarget) {
  const { seed, length, sampleRate } = target;
  const made = (kind: Parameters<typeof makeNoiseOf>[0]) =>
    makeNoiseOf(kind, seed, length, sampleRate);
  const makers: Readonly<Record<FreshNoise, () => Float32Array>> = {
    wind: () => (set === "fit" ? blows(target) : gusts(target)),
    rumble: () => (set === "fit" ? made("engine") : rumble(target)),
    fan: () => (set === "fit" ? made("steady") : fan(target)),
    rain: () => (set === "fit" ? made("crackle") : rain(target)),
    keyboard: () =>
      set === "fit"
        ? made("keys")
        : makeJudgedNoise("keyboard", { length, sampleRate, random: createRandom(seed) }),
    music: () => (set === "fit" ? chords(length, sampleRate, createRandom(seed)) : music(target)),
    crowd: () => talk(5, target),
    speaker: () => talk(1, target),
  };
  return leveled(makers[noise]());
}
