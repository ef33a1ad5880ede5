import type { Processor } from "../effect.ts";
import { createBlock, createScratch, framesOf } from "./blocks.ts";
import { createResampleKernel } from "./resample-kernel.ts";
import { fillSincKernels } from "./sinc-kernels.ts";

export interface ResamplerGrade {
  /** Stop-band attenuation in dB. */
  readonly stopBand: number;
  /** Zero crossings of the kernel on each side. */
  readonly crossings: number;
  /** Fraction of the transition band above the lower Nyquist frequency; this part aliases. */
  readonly folded: number;
}

/** Passes 91 % of the band without aliasing. */
const FINE: ResamplerGrade = { stopBand: 110, crossings: 80, folded: 0 };
/** If a rate ratio needs more phases than this, kernels are interpolated. */
const MAX_PHASES = 2048;

/**
 * Changes the sample rate of planar blocks with Kaiser-windowed sinc kernels, one per phase (J. O.
 * Smith, "Digital Audio Resampling"). Latency is compensated; `n` frames become `ceil(n * to /
 * from)`.
 */
export function createResampler(
  from: number,
  to: number,
  channels: number,
  grade = FINE,
): Processor {
  const format = { sampleRate: to, channels };
  if (from === to)
    return {
      format,
      process: (block) => block.map((samples) => samples.slice()),
      finish: () => null,
    };
  const divisor = greatestDivisor(from, to);
  const up = to / divisor;
  const down = from / divisor;
  const exact = up <= MAX_PHASES;
  const phases = exact ? up : MAX_PHASES;
  const { half, kernels, runExact } = findKernels(from, to, grade, { up, down, phases, exact });
  const taps = 2 * half;
  const scratch = createScratch(channels);
  // Zeros before the beginning center the first output on the first sample.
  let history = createBlock(channels, half - 1);
  let frames = half - 1;
  /** Position of the next output: `at + rest / up` in `history`. */
  let at = 0;
  let rest = 0;
  let taken = 0;
  let given = 0;

  /** Applies the interpolation of two adjacent kernels. */
  const apply = (samples: Float32Array): number => {
    const kernel = Math.floor((rest / up) * phases);
    let sum = 0;
    let offset = kernel * taps;
    for (let i = at; i < at + taps; i++) sum += samples[i]! * kernels[offset++]!;
    // The phases are dense enough for linear interpolation between kernels: −140 dB.
    const share = (rest / up) * phases - kernel;
    let next = 0;
    for (let i = at; i < at + taps; i++) next += samples[i]! * kernels[offset++]!;
    return sum + share * (next - sum);
  };

  const produce = (
    limit: number,
    roomFor: (frames: number) => Float32Array[],
  ): Float32Array[] | null => {
    const reach = frames - taps - at;
    if (reach < 0) return null;
    const count = Math.min(Math.floor(((reach + 1) * up - rest - 1) / down) + 1, limit - given);
    if (count <= 0) return null;
    const out = roomFor(count);
    given += count;
    if (runExact) {
      for (let channel = 0; channel < channels; channel++)
        runExact(history[channel]!.subarray(at, frames), rest, out[channel]!);
      rest += count * down;
      at += Math.floor(rest / up);
      rest %= up;
      return out;
    }
    for (let k = 0; k < count; k++) {
      for (let channel = 0; channel < channels; channel++)
        out[channel]![k] = apply(history[channel]!);
      rest += down;
      at += Math.floor(rest / up);
      rest %= up;
    }
    return out;
  };

  const append = (block: readonly Float32Array[], count: number): void => {
    const skip = Math.min(at, frames);
    const retained = frames - skip;
    if (history[0]!.length < retained + count) {
      const larger = createBlock(channels, retained + count);
      for (let channel = 0; channel < channels; channel++)
        larger[channel]!.set(history[channel]!.subarray(skip, frames));
      history = larger;
    } else for (const samples of history) samples.copyWithin(0, skip, frames);
    for (let channel = 0; channel < channels; channel++)
      history[channel]!.set(block[channel]!.subarray(0, count), retained);
    at -= skip;
    frames = retained + count;
  };

  return {
    format,
    process(block) {
      const count = framesOf(block);
      taken += count;
      append(block, count);
      return produce(Infinity, scratch);
    },
    finish() {
      // Double rounding is harmless: both products are integers.
      const total = Math.ceil((taken * up) / down);
      const more = Math.max(0, Math.ceil(((total - given) * down) / up)) + taps;
      append(createBlock(channels, more), more);
      // Not the scratch buffer: the caller may still be reading the previous output.
      return produce(total, (count) => createBlock(channels, count));
    },
  };
}

interface Kernels {
  /** Taps on each side. */
  readonly half: number;
  readonly kernels: Float64Array;
  /** Null if outputs fall between kernels. */
  readonly runExact: ReturnType<typeof createResampleKernel> | null;
}

/**
 * Kernels by pair of rates. They hold no signal state, and every segment of a long sound needs
 * them.
 */
const kernelCache = new Map<string, Kernels>();
/** Maximum number of cached pairs of rates. */
const MAX_CACHED_PAIRS = 16;

function findKernels(
  from: number,
  to: number,
  grade: ResamplerGrade,
  { up, down, phases, exact }: { up: number; down: number; phases: number; exact: boolean },
): Kernels {
  const { stopBand, crossings, folded } = grade;
  const key = [from, to, stopBand, crossings, folded].join(" ");
  const known = kernelCache.get(key);
  if (known) return known;
  const half = Math.ceil(crossings * Math.max(1, from / to));
  const kernels = designKernels(phases, half, Math.min(1, to / from), grade);
  const runExact = exact
    ? createResampleKernel({ kernels, taps: 2 * half, phases, up, down })
    : null;
  if (kernelCache.size >= MAX_CACHED_PAIRS) kernelCache.clear();
  kernelCache.set(key, { half, kernels, runExact });
  return { half, kernels, runExact };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/**
 * `phases + 1` concatenated kernels of `2 * half` taps; each sums to 1.
 * @param band pass band as a fraction of the input band
 */
function designKernels(
  ...[phases, half, band, { stopBand, folded }]: [number, number, number, ResamplerGrade]
): Float64Array {
  const taps = 2 * half;
  // Width of the window's transition band.
  const slope = (stopBand - 8) / (2.285 * taps * Math.PI);
  const cutoff = band + (folded - 0.5) * slope;
  return fillSincKernels(new Float64Array((phases + 1) * taps), { half, cutoff, stopBand });
}
