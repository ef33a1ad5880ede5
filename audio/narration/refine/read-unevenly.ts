import { createSeeded } from "./seeded.ts";

/** Samples to each side of the kernel. */
const REACH = 12;
/** Kernels between two samples; the nearest two are mixed. */
const PHASES = 256;

/** Hann-windowed sinc that passes `band` of what the input can hold. */
function designKernels(band: number): Float64Array {
  const kernels = new Float64Array((PHASES + 1) * 2 * REACH);
  for (let phase = 0; phase <= PHASES; phase++)
    for (let tap = 0; tap < 2 * REACH; tap++) {
      const x = tap - REACH + 1 - phase / PHASES;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * band * x) / (Math.PI * band * x);
      const window = Math.abs(x) >= REACH ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * x) / REACH);
      kernels[phase * 2 * REACH + tap] = band * sinc * window;
    }
  return kernels;
}

/** Layers of the unevenness: how often it changes (Hz), and its share. */
const LAYERS = [
  { hertz: 2.3, share: 0.7 },
  { hertz: 6.1, share: 0.45 },
  { hertz: 19, share: 0.25 },
] as const;

/** Slow noise: points at random heights, joined by cosines. */
function createDrift(hertz: number, random: () => number): (seconds: number) => number {
  let index = 0;
  let [left, right] = [2 * random() - 1, 2 * random() - 1];
  return (seconds) => {
    while (seconds * hertz >= index + 1) {
      [left, right] = [right, 2 * random() - 1];
      index++;
    }
    const share = 0.5 - 0.5 * Math.cos(Math.PI * (seconds * hertz - index));
    return left + share * (right - left);
  };
}

export interface UnevenReading {
  /** Hz of the samples, … */
  readonly from: number;
  /** … and of what is wanted. */
  readonly to: number;
  /** Factor of the pace and, with it, of pitch and formants. */
  readonly pace: number;
  /** By which share of itself the pitch wavers, such as 0.006. */
  readonly waver: number;
  readonly seed: number;
}

/**
 * Reads samples at a pace that wavers a little, as no throat holds a pitch exactly. What it gives lasts
 * 1 / `pace` of the input; no moment lies further off its place than a millisecond.
 */
export function readUnevenly(
  samples: Float32Array,
  { from, to, pace, waver, seed }: UnevenReading,
): Float32Array<ArrayBuffer> {
  const step = (from / to) * pace;
  const kernels = designKernels(Math.min(1, 1 / step) * 0.97);
  const random = createSeeded(seed);
  const drifts = LAYERS.map(({ hertz, share }) => {
    const drift = createDrift(hertz, random);
    // A drift of ±d seconds, `hertz` times a second, bends the pitch by about 2π·d·hertz / 2.
    const size = (share * waver * from) / (Math.PI * hertz);
    return (seconds: number): number => size * drift(seconds);
  });
  const out = new Float32Array(Math.floor(samples.length / step));
  for (let i = 0; i < out.length; i++) {
    let place = i * step;
    for (const drift of drifts) place += drift(i / to);
    out[i] = readAt(samples, place, kernels);
  }
  return out;
}

function readAt(samples: Float32Array, place: number, kernels: Float64Array): number {
  const whole = Math.floor(place);
  const exact = (place - whole) * PHASES;
  const phase = Math.floor(exact);
  const share = exact - phase;
  const first = whole - REACH + 1;
  let [sum, next] = [0, 0];
  for (let tap = 0; tap < 2 * REACH; tap++) {
    const value = samples[first + tap];
    if (value === undefined) continue;
    const at = phase * 2 * REACH + tap;
    sum += value * kernels[at]!;
    next += value * kernels[at + 2 * REACH]!;
  }
  return sum + share * (next - sum);
}
