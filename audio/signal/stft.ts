import type { Processor } from "../effect.ts";
import { createBlock, framesOf } from "./blocks.ts";
import type { Numbers } from "./fft.ts";
import { createRealFft } from "./fft.ts";
import { rootHann } from "./windows.ts";

/** Spectra of one stretch of time, `size / 2 + 1` bins a channel, to be changed in place. */
export interface Spectra {
  readonly re: readonly Float64Array[];
  readonly im: readonly Float64Array[];
}

export interface StftOptions {
  readonly channels: number;
  /** How many of the channels, the first ones, come out again; all where it is missing. */
  readonly outputs?: number;
  /** Samples of a frame, a power of two. */
  readonly size: number;
  /** Samples from frame to frame; it divides `size` at least twice. */
  readonly hop: number;
  /** For analysis and synthesis; root of Hann's where it is missing. */
  readonly window?: Numbers;
  /**
   * Changes the spectra of frame `index`, whose middle is at sample `(index + 1) * hop - size / 2`.
   * Samples before the beginning and after the end count as 0.
   */
  readonly change: (spectra: Spectra, index: number) => void;
}

/**
 * Works on spectra of overlapping frames and adds the frames up again. Without a change the output is
 * the input but for rounding. As long as its input, and in time with it.
 */
export function createStft(options: StftOptions): Processor {
  const { channels, outputs = channels, size, hop, change } = options;
  const window = options.window ?? rootHann(size);
  const fft = createRealFft(size);
  const factors = overlapFactors(window, hop);
  const spectra = {
    re: Array.from({ length: channels }, () => new Float64Array(fft.bins)),
    im: Array.from({ length: channels }, () => new Float64Array(fft.bins)),
  };
  const held = createBlock(channels, size);
  const sums = Array.from({ length: outputs }, () => new Float64Array(size));
  const frame = new Float64Array(size);
  // A frame holds one hop of new samples; the first one has only zeros before it.
  let filled = size - hop;
  let index = 0;
  let taken = 0;
  let given = 0;

  /** Works on the full frame; the hop of samples that no later frame touches goes to `out`. */
  const step = (out: readonly Float32Array[], at: number): void => {
    for (let channel = 0; channel < channels; channel++) {
      const samples = held[channel]!;
      for (let i = 0; i < size; i++) frame[i] = samples[i]! * window[i]!;
      fft.forward(frame, spectra.re[channel]!, spectra.im[channel]!);
      samples.copyWithin(0, hop);
    }
    change(spectra, index++);
    for (let channel = 0; channel < outputs; channel++) {
      const sum = sums[channel]!;
      fft.inverse(spectra.re[channel]!, spectra.im[channel]!, frame);
      for (let i = 0; i < size; i++) sum[i] = sum[i]! + frame[i]! * window[i]!;
      const ready = out[channel]!;
      for (let i = 0; i < hop; i++) ready[at + i] = sum[i]! * factors[i]!;
      sum.copyWithin(0, hop);
      sum.fill(0, size - hop);
    }
    filled = size - hop;
  };

  /** Without what lies before the beginning. */
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
      const out = createBlock(outputs, steps * hop);
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
      const out = createBlock(outputs, steps * hop);
      for (let done = 0; done < steps; done++) {
        for (const samples of held) samples.fill(0, filled);
        step(out, done * hop);
      }
      return trim(out, steps, left);
    },
  };
}

/** What each sample of a hop is to be multiplied by, so that the windows add up to 1. */
function overlapFactors(window: Numbers, hop: number): Float64Array {
  const factors = new Float64Array(hop);
  for (let i = 0; i < window.length; i++)
    factors[i % hop] = factors[i % hop]! + window[i]! * window[i]!;
  return factors.map((sum) => 1 / sum);
}
