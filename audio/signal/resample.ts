import type { Processor } from "../effect.ts";
import { createBlock, createScratch, framesOf } from "./blocks.ts";
import { createResampleKernel } from "./resample-kernel.ts";
import { fillSincKernels } from "./sinc-kernels.ts";

export interface ResamplerGrade {
  /** dB by which what a rate cannot hold is held back. */
  readonly stopBand: number;
  /** Zero crossings of the kernel to each side. */
  readonly crossings: number;
  /**
   * Part of the slope, from what passes to what is held back, that lies above the lower one of the two
   * half rates, so that it folds down into the part below.
   */
  readonly folded: number;
}

/** 91 % of the band passes, and nothing folds. */
const FINE: ResamplerGrade = { stopBand: 110, crossings: 80, folded: 0 };
/** Rates whose ratio needs more kernels than this share kernels, with interpolation between them. */
const MOST_PHASES = 2048;

/**
 * Changes the sample rate of planar blocks. The output is in time with the input; `n` frames become
 * `ceil(n * to / from)`. A kernel of Kaiser-windowed sinc, one for each phase that occurs (J. O. Smith,
 * "Digital Audio Resampling").
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
  const exact = up <= MOST_PHASES;
  const phases = exact ? up : MOST_PHASES;
  const { half, kernels, runExact } = findKernels(from, to, grade, { up, down, phases, exact });
  const taps = 2 * half;
  const scratch = createScratch(channels);
  // Before the beginning there are zeros: the first output has the first sample in its middle.
  let held = createBlock(channels, half - 1);
  let frames = half - 1;
  /** Place of the next output: `at + rest / up` in what is held. */
  let at = 0;
  let rest = 0;
  let taken = 0;
  let given = 0;

  /** Of a phase between two kernels. */
  const apply = (samples: Float32Array): number => {
    const kernel = Math.floor((rest / up) * phases);
    let sum = 0;
    let offset = kernel * taps;
    for (let i = at; i < at + taps; i++) sum += samples[i]! * kernels[offset++]!;
    // The kernels are fine enough for a straight line between two of them: −140 dB.
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
        runExact(held[channel]!.subarray(at, frames), rest, out[channel]!);
      rest += count * down;
      at += Math.floor(rest / up);
      rest %= up;
      return out;
    }
    for (let k = 0; k < count; k++) {
      for (let channel = 0; channel < channels; channel++) out[channel]![k] = apply(held[channel]!);
      rest += down;
      at += Math.floor(rest / up);
      rest %= up;
    }
    return out;
  };

  const append = (block: readonly Float32Array[], count: number): void => {
    const skip = Math.min(at, frames);
    const kept = frames - skip;
    if (held[0]!.length < kept + count) {
      const larger = createBlock(channels, kept + count);
      for (let channel = 0; channel < channels; channel++)
        larger[channel]!.set(held[channel]!.subarray(skip, frames));
      held = larger;
    } else for (const samples of held) samples.copyWithin(0, skip, frames);
    for (let channel = 0; channel < channels; channel++)
      held[channel]!.set(block[channel]!.subarray(0, count), kept);
    at -= skip;
    frames = kept + count;
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
      // Double rounding cannot matter: both products are whole numbers.
      const total = Math.ceil((taken * up) / down);
      const more = Math.max(0, Math.ceil(((total - given) * down) / up)) + taps;
      append(createBlock(channels, more), more);
      // Not in the scratch: what the last block gave may still be read beside it.
      return produce(total, (count) => createBlock(channels, count));
    },
  };
}

interface Kernels {
  /** Taps to each side. */
  readonly half: number;
  readonly kernels: Float64Array;
  /** Null where outputs lie between kernels. */
  readonly runExact: ReturnType<typeof createResampleKernel> | null;
}

/**
 * Those of pairs of rates that came before: they remember nothing of a sound, and every segment of a
 * long one asks for them.
 */
const found = new Map<string, Kernels>();
/** Pairs that are remembered. */
const MOST_PAIRS = 16;

function findKernels(
  from: number,
  to: number,
  grade: ResamplerGrade,
  { up, down, phases, exact }: { up: number; down: number; phases: number; exact: boolean },
): Kernels {
  const { stopBand, crossings, folded } = grade;
  const key = [from, to, stopBand, crossings, folded].join(" ");
  const known = found.get(key);
  if (known) return known;
  const half = Math.ceil(crossings * Math.max(1, from / to));
  const kernels = designKernels(phases, half, Math.min(1, to / from), grade);
  const runExact = exact
    ? createResampleKernel({ kernels, taps: 2 * half, phases, up, down })
    : null;
  if (found.size >= MOST_PAIRS) found.clear();
  found.set(key, { half, kernels, runExact });
  return { half, kernels, runExact };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/**
 * `phases + 1` kernels of `2 * half` taps, one after the other; each adds up to 1.
 * @param band what passes, as a part of the input's band
 */
function designKernels(
  ...[phases, half, band, { stopBand, folded }]: [number, number, number, ResamplerGrade]
): Float64Array {
  const taps = 2 * half;
  // The window's slope takes so much of the band.
  const slope = (stopBand - 8) / (2.285 * taps * Math.PI);
  const cutoff = band + (folded - 0.5) * slope;
  return fillSincKernels(new Float64Array((phases + 1) * taps), { half, cutoff, stopBand });
}
