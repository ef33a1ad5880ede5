import { createSeededRandom } from "#core/random.ts";

/** Kernel taps on each side. */
const REACH = 12;
/** Number of fractional positions; adjacent kernels are interpolated. */
const PHASES = 256;

/** Hann-windowed sinc that passes a fraction `band` of the input band. */
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

/** Components of the drift: rate (Hz) and weight. */
const LAYERS = [
  { hertz: 2.3, share: 0.7 },
  { hertz: 6.1, share: 0.45 },
  { hertz: 19, share: 0.25 },
] as const;

/** Slow noise: random values with cosine interpolation. */
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
  /** Sample rate of the input. */
  readonly from: number;
  /** Sample rate of the output. */
  readonly to: number;
  /** Speed factor, which also scales pitch and formants. */
  readonly pace: number;
  /** Relative depth of the pitch drift, for example 0.006. */
  readonly waver: number;
  readonly seed: number;
}

/**
 * Resamples with a slight pitch drift, as human pitch is never exact. The output lasts 1 / `pace`
 * of the input; no moment is displaced by more than a millisecond.
 */
export function addPitchDrift(
  samples: Float32Array,
  { from, to, pace, waver, seed }: UnevenReading,
): Float32Array<ArrayBuffer> {
  const step = (from / to) * pace;
  const kernels = designKernels(Math.min(1, 1 / step) * 0.97);
  const random = createSeededRandom(seed);
  const drifts = LAYERS.map(({ hertz, share }) => {
    const drift = createDrift(hertz, random);
    // A drift of ±d seconds at `hertz` changes the pitch by about 2π·d·hertz / 2.
    const size = (share * waver * from) / (Math.PI * hertz);
    return (seconds: number): number => size * drift(seconds);
  });
  const out = new Float32Array(Math.floor(samples.length / step));
  for (let i = 0; i < out.length; i++) {
    let position = i * step;
    for (const drift of drifts) position += drift(i / to);
    out[i] = readAt(samples, position, kernels);
  }
  return out;
}

function readAt(samples: Float32Array, position: number, kernels: Float64Array): number {
  const whole = Math.floor(position);
  const exact = (position - whole) * PHASES;
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
