import type { Random } from "./random.ts";

export interface TimeSpan {
  /** Samples; the end is not part of it. */
  readonly start: number;
  readonly end: number;
}

/** Clicks of the mouth: 0.3 to 3 ms, broad band, one or two swings, over what is there. */
export function addClicks(
  samples: Float32Array,
  sampleRate: number,
  perSecond: number,
  random: Random,
): { readonly samples: Float32Array; readonly clicks: readonly TimeSpan[] } {
  const out = samples.slice();
  const clicks: TimeSpan[] = [];
  const count = Math.floor((samples.length / sampleRate) * perSecond);
  for (let n = 0; n < count; n++) {
    // One a slot, so that no two run into each other.
    const slot = samples.length / count;
    const start = Math.floor((n + 0.1 + 0.7 * random.uniform()) * slot);
    const length = Math.round((0.0003 + 0.0027 * random.uniform() ** 2) * sampleRate);
    const level = 0.12 + 0.4 * random.uniform();
    const pitch = 2000 + 6000 * random.uniform();
    for (let i = 0; i < length && start + i < out.length; i++) {
      const shape = Math.exp((-5 * i) / length);
      const swing = Math.sin((2 * Math.PI * pitch * i) / sampleRate + 1);
      out[start + i] = out[start + i]! + level * shape * (0.6 * swing + 0.4 * random.normal());
    }
    clicks.push({ start, end: start + length });
  }
  return { samples: out, clicks };
}

/** One release of the lips or the tongue: two resonances of the mouth and a burst of air. */
function makeRelease(sampleRate: number, random: Random): Float32Array {
  const decay = 0.0005 + 0.002 * random.uniform() ** 2;
  const resonances = [1000 + 1500 * random.uniform(), 2500 + 3000 * random.uniform()];
  const phases = resonances.map(() => 2 * Math.PI * random.uniform());
  const attack = 0.0001 + 0.0002 * random.uniform();
  const out = Float32Array.from({ length: Math.round(5 * decay * sampleRate) }, (_, i) => {
    const time = i / sampleRate;
    const tones = resonances.map((hertz, n) => Math.sin(2 * Math.PI * hertz * time + phases[n]!));
    const air = Math.exp(-time / 0.0004) * random.normal();
    const shape = Math.min(1, time / attack) * Math.exp(-time / decay);
    return shape * (0.5 * tones[0]! + 0.35 * tones[1]! + 0.3 * air);
  });
  // Recordings of 16 kHz are not to give it away by what they have not.
  return dull(out, sampleRate, 5000, 2);
}

/**
 * Smacks of the mouth: one to three releases, 4 to 18 ms apart, in pauses as softly as −34 dBFS (peak),
 * in speech well above it; one a slot.
 */
export function addSmacks(
  samples: Float32Array,
  sampleRate: number,
  perSecond: number,
  random: Random,
): { readonly samples: Float32Array; readonly clicks: readonly TimeSpan[] } {
  const out = samples.slice();
  const count = Math.floor((samples.length / sampleRate) * perSecond);
  const slot = samples.length / count;
  const near = Math.round(0.02 * sampleRate);
  const clicks = Array.from({ length: count }, (_, n): TimeSpan => {
    const start = Math.floor((n + 0.1 + 0.7 * random.uniform()) * slot);
    const around = samples.subarray(Math.max(0, start - near), start + near);
    const level = Math.sqrt(around.reduce((sum, x) => sum + x * x, 0) / around.length);
    const peak = Math.max(
      10 ** (-(34 - 20 * random.uniform()) / 20),
      level * (3 + 3 * random.uniform()),
    );
    const draw = random.uniform();
    const releases = draw < 0.4 ? 1 : draw < 0.8 ? 2 : 3;
    let [at, end] = [start, start];
    for (let i = 0; i < releases; i++) {
      const part = makeRelease(sampleRate, random);
      const maxLevel = part.reduce((sum, x) => Math.max(sum, Math.abs(x)), 0);
      const gain = (peak * (i === 0 ? 1 : 0.4 + 0.8 * random.uniform())) / maxLevel;
      part.forEach((x, j) => {
        if (at + j < out.length) out[at + j] = out[at + j]! + gain * x;
      });
      end = at + part.length;
      at += Math.round((0.004 + 0.014 * random.uniform()) * sampleRate);
    }
    return { start, end };
  });
  return { samples: out, clicks };
}

/** Air through a mouth: noise with broad formants, swelling and fading. */
export function makeBreath(seconds: number, sampleRate: number, random: Random): Float32Array {
  const length = Math.round(seconds * sampleRate);
  const out = new Float32Array(length);
  const formants = [
    { frequency: 550 + 200 * random.uniform(), width: 400, gain: 0.5 },
    { frequency: 1600 + 400 * random.uniform(), width: 700, gain: 1 },
    { frequency: 2900 + 500 * random.uniform(), width: 1200, gain: 0.8 },
    { frequency: 5500 + 800 * random.uniform(), width: 2500, gain: 0.5 },
  ];
  for (const { frequency, width, gain } of formants) {
    const radius = Math.exp((-Math.PI * width) / sampleRate);
    const cosine = 2 * radius * Math.cos((2 * Math.PI * frequency) / sampleRate);
    let one = 0;
    let two = 0;
    for (let i = 0; i < length; i++) {
      const value = random.normal() * (1 - radius) + cosine * one - radius * radius * two;
      two = one;
      one = value;
      out[i] = out[i]! + gain * value;
    }
  }
  const rise = 0.3 + 0.3 * random.uniform();
  const level = Math.sqrt(out.reduce((sum, x) => sum + x * x, 0) / length);
  return out.map((x, i) => {
    const at = i / length;
    const shape =
      at < rise
        ? Math.sin((Math.PI / 2) * (at / rise))
        : Math.cos((Math.PI / 2) * ((at - rise) / (1 - rise)));
    return (x / level) * shape;
  });
}

/**
 * What passes one pole, or several one after the other.
 * @param hertz where one pole lets half of the power pass
 */
export function dull(samples: Float32Array, sampleRate: number, hertz: number, poles = 1) {
  const keep = Math.exp((-2 * Math.PI * hertz) / sampleRate);
  let out = samples;
  for (let n = 0; n < poles; n++) {
    let held = 0;
    out = out.map((x) => (held = keep * held + (1 - keep) * x));
  }
  return out;
}

/** Speech with one echo, or eight that are each duller than the one before. */
export function addDullEcho(
  samples: Float32Array,
  delay: number,
  echo: (samples: Float32Array) => Float32Array,
  times: number,
): Float32Array {
  const out = samples.slice();
  let part = samples;
  for (let n = 1; n <= times; n++) {
    part = echo(part);
    for (let i = n * delay; i < out.length; i++) out[i] = out[i]! + part[i - n * delay]!;
  }
  return out;
}

/** A reflection, and those of the reflection. */
export function addEcho(samples: Float32Array, delay: number, gain: number): Float32Array {
  const out = samples.slice();
  for (let i = delay; i < out.length; i++) out[i] = samples[i]! + gain * out[i - delay]!;
  return out;
}
