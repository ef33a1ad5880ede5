import { chords } from "../chords.ts";
import { createRandom, type Random } from "../random.ts";

/** Noises by which the mixture of the nets is fitted; none of them is judged by. */
export const MADE_NOISES = [
  "keys",
  "drums",
  "crackle",
  "printer",
  "dishes",
  "claps",
  "thuds",
  "beeps",
  "engine",
  "steady",
  "wind",
  "chords",
] as const;
export type MadeNoise = (typeof MADE_NOISES)[number];

interface NoiseTarget {
  readonly out: Float32Array;
  readonly sampleRate: number;
  readonly random: Random;
}

const between = (random: Random, low: number, high: number) =>
  low + (high - low) * random.uniform();
/** Between two positive numbers, as many in each octave. */
const octaves = (random: Random, low: number, high: number) =>
  low * (high / low) ** random.uniform();

/** A tone that dies away, with a frequency that may fall. */
function ring(
  { out, sampleRate }: NoiseTarget,
  at: number,
  { hertz, fall = 0, decay, level }: { hertz: number; fall?: number; decay: number; level: number },
): void {
  let phase = 0;
  const end = Math.min(out.length, Math.ceil(at + 7 * decay * sampleRate));
  for (let i = Math.max(0, Math.floor(at)); i < end; i++) {
    const seconds = (i - at) / sampleRate;
    phase += (2 * Math.PI * hertz * (1 + fall * Math.exp(-seconds / (0.3 * decay)))) / sampleRate;
    out[i] = out[i]! + level * Math.exp(-seconds / decay) * Math.sin(phase);
  }
}

/** Noise between two frequencies that dies away. */
function burst(
  { out, sampleRate, random }: NoiseTarget,
  at: number,
  { low, high, decay, level }: { low: number; high: number; decay: number; level: number },
): void {
  const [a, b] = [low, high].map((hertz) => 1 - Math.exp((-2 * Math.PI * hertz) / sampleRate));
  let [slow, fast] = [0, 0];
  const end = Math.min(out.length, Math.ceil(at + 6 * decay * sampleRate));
  for (let i = Math.max(0, Math.floor(at)); i < end; i++) {
    fast += b! * (random.normal() - fast);
    slow += a! * (fast - slow);
    const rise = Math.min(1, (i - at) / (0.001 * sampleRate));
    out[i] = out[i]! + level * rise * Math.exp(-(i - at) / sampleRate / decay) * (fast - slow);
  }
}

/** Calls with places of events, so many a second on average, with rests. */
function scatter(
  { out, sampleRate, random }: NoiseTarget,
  rate: number,
  event: (at: number) => void,
) {
  for (let at = 0; at < out.length;) {
    at += (-Math.log(1 - random.uniform()) / rate + 0.3 / rate) * sampleRate;
    if (random.uniform() < 0.06) at += random.uniform() * sampleRate;
    event(at);
  }
}

function keys(target: NoiseTarget): void {
  const { random, sampleRate } = target;
  const modes = Array.from({ length: 7 }, () => octaves(random, 250, 9000));
  const press = (at: number, level: number) => {
    for (const hertz of modes)
      ring(target, at, {
        hertz: hertz * between(random, 0.9, 1.1),
        decay: octaves(random, 0.002, 0.02),
        level: level * 0.5 * random.uniform(),
      });
    burst(target, at, { low: 800, high: 9000, decay: octaves(random, 0.001, 0.006), level });
  };
  scatter(target, between(random, 3, 9), (at) => {
    press(at, octaves(random, 0.4, 1.6));
    press(at + between(random, 0.05, 0.13) * sampleRate, octaves(random, 0.15, 0.8));
  });
}

function drums(target: NoiseTarget): void {
  const { random, sampleRate, out } = target;
  const step = (60 / between(random, 75, 170) / 4) * sampleRate;
  const shape = {
    kick: between(random, 42, 70),
    kickDecay: between(random, 0.06, 0.3),
    snare: between(random, 150, 260),
    snareDecay: between(random, 0.05, 0.2),
    hat: octaves(random, 0.15, 0.9),
    open: between(random, 0.02, 0.25),
  };
  const pattern = Array.from({ length: 16 }, (_, i) => ({
    kick: i % 8 === 0 || random.uniform() < 0.15,
    snare: i % 8 === 4 || random.uniform() < 0.1,
    hat: i % 2 === 0 ? random.uniform() < 0.9 : random.uniform() < 0.4,
    tom: random.uniform() < 0.07,
  }));
  for (let i = 0; i * step < out.length; i++) {
    const at = i * step;
    const now = pattern[i % 16]!;
    const level = between(random, 0.7, 1.1);
    if (now.kick) ring(target, at, { hertz: shape.kick, fall: 2.5, decay: shape.kickDecay, level });
    if (now.tom)
      ring(target, at, { hertz: octaves(random, 90, 220), fall: 0.4, decay: 0.15, level });
    if (now.snare) {
      ring(target, at, { hertz: shape.snare, fall: 0.3, decay: 0.06, level: 0.5 * level });
      burst(target, at, { low: 400, high: 9000, decay: shape.snareDecay, level });
    }
    if (now.hat)
      burst(target, at, {
        low: 5000,
        high: 14_000,
        decay: random.uniform() < 0.2 ? shape.open : 0.025,
        level: shape.hat * level,
      });
  }
}

function crackle(target: NoiseTarget): void {
  const { random, out, sampleRate } = target;
  const hiss = octaves(random, 0.002, 0.06);
  const hum = random.uniform() < 0.4 ? octaves(random, 0.005, 0.08) : 0;
  for (let i = 0; i < out.length; i++)
    out[i] = hiss * random.normal() + hum * Math.sin((2 * Math.PI * 33 * i) / sampleRate);
  scatter(target, octaves(random, 4, 90), (at) => {
    const level = 0.1 * octaves(random, 0.2, 8);
    ring(target, at, {
      hertz: octaves(random, 700, 9000),
      decay: octaves(random, 0.00008, 0.0015),
      level: random.uniform() < 0.5 ? level : -level,
    });
  });
}

function printer(target: NoiseTarget): void {
  const { random, out, sampleRate } = target;
  let at = 0;
  while (at < out.length) {
    const length = octaves(random, 0.12, 1) * sampleRate;
    const hertz = octaves(random, 55, 480);
    const sweep = between(random, -0.3, 0.3);
    const level = octaves(random, 0.2, 1);
    let [phase, slow] = [0, 0];
    for (let i = Math.floor(at); i < Math.min(out.length, at + length); i++) {
      const part = (i - at) / length;
      phase += (hertz * (1 + sweep * part)) / sampleRate;
      const saw = 2 * (phase % 1) - 1;
      const raw = saw * Math.abs(saw) + 0.5 * random.normal();
      slow += 0.15 * (raw - slow);
      const edge = Math.min(1, 40 * part, 40 * (1 - part));
      out[i] = out[i]! + level * edge * (raw - slow);
    }
    at += length;
    if (random.uniform() < 0.7)
      burst(target, at, { low: 200, high: 6000, decay: octaves(random, 0.004, 0.04), level: 3 });
    if (random.uniform() < 0.6) at += octaves(random, 0.03, 0.6) * sampleRate;
  }
}

function dishes(target: NoiseTarget): void {
  const { random } = target;
  scatter(target, octaves(random, 0.8, 5), (at) => {
    const root = octaves(random, 700, 4000);
    const decay = octaves(random, 0.03, 0.5);
    const level = octaves(random, 0.2, 1);
    for (const part of [1, 1.6, 2.3, 2.9, 3.8, 5.1])
      ring(target, at, {
        hertz: root * part * between(random, 0.97, 1.03),
        decay: decay / part,
        level: (level * random.uniform()) / part ** 0.4,
      });
    burst(target, at, { low: 1500, high: 12_000, decay: 0.003, level });
  });
}

function claps(target: NoiseTarget): void {
  const { random } = target;
  scatter(target, octaves(random, 1.5, 50), (at) =>
    burst(target, at, {
      low: octaves(random, 300, 1200),
      high: octaves(random, 1500, 6000),
      decay: octaves(random, 0.006, 0.03),
      level: octaves(random, 0.2, 1),
    }),
  );
}

function thuds(target: NoiseTarget): void {
  const { random, sampleRate } = target;
  scatter(target, octaves(random, 0.6, 2.5), (first) => {
    const count = 1 + Math.floor(3 * random.uniform());
    for (let i = 0; i < count; i++) {
      const at = first + i * between(random, 0.12, 0.25) * sampleRate;
      const level = octaves(random, 0.4, 1.2);
      ring(target, at, {
        hertz: octaves(random, 50, 300),
        decay: octaves(random, 0.02, 0.12),
        level,
      });
      burst(target, at, { low: 100, high: octaves(random, 600, 5000), decay: 0.02, level });
    }
  });
}

function beeps(target: NoiseTarget): void {
  const { random, out, sampleRate } = target;
  const tones = Array.from({ length: 3 }, () => octaves(random, 350, 3800));
  for (let at = 0; at < out.length;) {
    const length = octaves(random, 0.05, 0.9) * sampleRate;
    const chosen = tones.filter(() => random.uniform() < 0.6);
    const trill = random.uniform() < 0.4 ? between(random, 8, 25) : 0;
    const bell = random.uniform() < 0.3;
    for (let i = Math.floor(at); i < Math.min(out.length, at + length); i++) {
      const seconds = (i - at) / sampleRate;
      const edge = Math.min(1, seconds / 0.004, (length / sampleRate - seconds) / 0.004);
      const swing = trill && Math.sin(2 * Math.PI * trill * seconds) < 0 ? 0.15 : 1;
      const fall = bell ? Math.exp(-seconds / 0.15) : 1;
      for (const hertz of chosen)
        out[i] = out[i]! + edge * swing * fall * Math.sin((2 * Math.PI * hertz * i) / sampleRate);
    }
    at += length + octaves(random, 0.03, 0.8) * sampleRate;
  }
}

function engine(target: NoiseTarget): void {
  const { random, out, sampleRate } = target;
  const hertz = octaves(random, 9, 90);
  const roughness = between(random, 0, 1);
  const color = octaves(random, 0.02, 0.5);
  let [phase, slow] = [0, 0];
  for (let i = 0; i < out.length; i++) {
    const drift = 1 + 0.15 * Math.sin((2 * Math.PI * 0.4 * i) / sampleRate);
    phase += (hertz * drift) / sampleRate;
    const pulse = Math.exp(-8 * (phase % 1));
    slow += color * (random.normal() - slow);
    out[i] = slow * (1 - roughness + 2 * roughness * pulse) + 0.1 * pulse;
  }
}

function steady(target: NoiseTarget): void {
  const { random, out, sampleRate } = target;
  const colors = [octaves(random, 60, 900), octaves(random, 400, 6000)].map(
    (hertz) => 1 - Math.exp((-2 * Math.PI * hertz) / sampleRate),
  );
  const parts = [octaves(random, 0.3, 4), octaves(random, 0.3, 2), octaves(random, 0.01, 1)];
  const hum = random.uniform() < 0.5 ? octaves(random, 0.01, 0.6) : 0;
  const pitch = between(random, 45, 130);
  const swing = between(random, 0, 0.5);
  let [low, middle] = [0, 0];
  for (let i = 0; i < out.length; i++) {
    const white = random.normal();
    low += colors[0]! * (white - low);
    middle += colors[1]! * (white - middle);
    const time = i / sampleRate;
    const tone = Math.sin(2 * Math.PI * pitch * time) + 0.6 * Math.sin(4 * Math.PI * pitch * time);
    out[i] =
      (parts[0]! * low + parts[1]! * middle + parts[2]! * white) *
        (1 + swing * Math.sin(2 * Math.PI * 0.37 * time)) +
      hum * tone;
  }
}

function wind(target: NoiseTarget): void {
  const { random, out, sampleRate } = target;
  let [low, gust, goal] = [0, 1, 1];
  const color = 1 - Math.exp((-2 * Math.PI * octaves(random, 80, 700)) / sampleRate);
  for (let i = 0; i < out.length; i++) {
    if (i % 4096 === 0) goal = octaves(random, 0.08, 1.5);
    gust += 0.0001 * (goal - gust);
    low += color * (random.normal() - low);
    out[i] = low * gust;
  }
}

const MAKERS: Readonly<Record<Exclude<MadeNoise, "chords">, (target: NoiseTarget) => void>> = {
  keys,
  drums,
  crackle,
  printer,
  dishes,
  claps,
  thuds,
  beeps,
  engine,
  steady,
  wind,
};

/** A noise of a kind, other for each seed, at no level in particular. */
export function makeNoiseOf(kind: MadeNoise, seed: number, length: number, sampleRate: number) {
  const random = createRandom(seed);
  if (kind === "chords") return chords(length, sampleRate, random);
  const out = new Float32Array(length);
  MAKERS[kind]({ out, sampleRate, random });
  return out;
}
