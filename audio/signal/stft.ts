import type { Processor } from "../effect.ts";
import { createBlock, createScratch, framesOf } from "./blocks.ts";
import { createFftKernel } from "./fft/fft-kernel.ts";
import type { Numbers } from "./fft/fft.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";
import { rootHann } from "./windows.ts";

/** Spectra of one STFT frame, `size / 2 + 1` bins per channel, to be modified in place. */
export interface Spectra {
  readonly re: readonly Float32Array[];
  readonly im: readonly Float32Array[];
}

export interface StftOptions {
  readonly channels: number;
  /** Number of leading channels that are synthesized; defaults to all. */
  readonly outputs?: number;
  /** Samples of a frame, a power of two, 32 or more. */
  readonly size: number;
  /** Samples between frames, a multiple of 4; at most half of `size`, which it divides. */
  readonly hop: number;
  /** Analysis and synthesis window; defaults to the square root of the Hann window. */
  readonly window?: Numbers;
  /** Total length of the arrays that `prepare` allocates in the memory. */
  readonly floats?: number;
  /**
   * Creates the function that modifies the spectra of frame `index`, which is centered on sample
   * `(index + 1) * hop - size / 2`. Samples before the beginning and after the end count as 0.
   */
  readonly prepare: (spectra: Spectra, memory: VectorMemory) => (index: number) => void;
}

/**
 * Processes overlapping spectra and adds the frames up again. Without changes the output equals the
 * input up to rounding. Length is kept and latency compensated.
 */
export function createStft(options: StftOptions): Processor {
  const { channels, outputs = channels, size, hop, floats = 0 } = options;
  const bins = size / 2 + 1;
  const perChannel = size + 2 * bins;
  const fft = createFftKernel(
    size,
    3 * size + channels * (perChannel + 8) + outputs * (size + hop) + floats,
  );
  const takeAll = (count: number, length: number) =>
    Array.from({ length: count }, () => fft.take(length));
  const window = fft.take(size);
  window.set(options.window ?? rootHann(size));
  const synthesis = fft.take(size);
  synthesis.set(synthesisOf(window, hop));
  const spectra = { re: takeAll(channels, bins), im: takeAll(channels, bins) };
  const held = takeAll(channels, size);
  const sums = takeAll(outputs, size + hop);
  const firstHops = sums.map((sum) => sum.subarray(0, hop));
  const frame = fft.take(size);
  const change = options.prepare(spectra, fft);
  const scratch = createScratch(outputs);
  // A frame has one hop of new samples; the first one has only zeros before them.
  let filled = size - hop;
  let index = 0;
  let taken = 0;
  let given = 0;

  /** Processes the full frame; the hop that no later frame overlaps goes to `out`. */
  const step = (out: readonly Float32Array[], at: number): void => {
    for (let channel = 0; channel < channels; channel++) {
      const samples = held[channel]!;
      fft.forward(samples, window, spectra.re[channel]!, spectra.im[channel]!);
      samples.copyWithin(0, hop);
    }
    change(index++);
    for (let channel = 0; channel < outputs; channel++) {
      const sum = sums[channel]!;
      fft.inverse(spectra.re[channel]!, spectra.im[channel]!, frame);
      fft.overlap(frame, synthesis, sum, hop);
      out[channel]!.set(firstHops[channel]!, at);
    }
    filled = size - hop;
  };

  /** Removes the samples before the beginning. */
  const trim = (out: readonly Float32Array[], steps: number, limit: number) => {
    const before = index - steps;
    const early = Math.min(steps * hop, Math.max(0, size - hop - before * hop));
    const ready = Math.min(steps * hop - early, limit);
    given += ready;
    return ready <= 0 ? null : out.map((samples) => samples.subarray(early, early + ready));
  };

  return {
    process(block) {
      const frames = framesOf(block);
      taken += frames;
      const steps = Math.floor((filled - (size - hop) + frames) / hop);
      const out = scratch(steps * hop);
      let done = 0;
      for (let at = 0; at < frames;) {
        const count = Math.min(size - filled, frames - at);
        for (let channel = 0; channel < channels; channel++)
          held[channel]!.set(block[channel]!.subarray(at, at + count), filled);
        at += count;
        filled += count;
        if (filled === size) step(out, hop * done++);
      }
      return trim(out, steps, Infinity);
    },
    finish() {
      const left = taken - given;
      if (left === 0) return null;
      const steps = Math.ceil((size - hop + taken) / hop) - index;
      // Not the scratch buffer: the caller may still be reading the previous output.
      const out = createBlock(outputs, steps * hop);
      for (let done = 0; done < steps; done++) {
        for (const samples of held) samples.fill(0, filled);
        step(out, done * hop);
      }
      return trim(out, steps, left);
    },
  };
}

/** The synthesis window, normalized so that with the analysis window all frames sum to 1. */
function synthesisOf(window: Float32Array, hop: number): Float64Array {
  const sums = new Float64Array(hop);
  for (let i = 0; i < window.length; i++) sums[i % hop] = sums[i % hop]! + window[i]! * window[i]!;
  return Float64Array.from(window, (factor, i) => factor / sums[i % hop]!);
}
