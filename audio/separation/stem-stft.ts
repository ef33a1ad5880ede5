import type { Block } from "../effect.ts";
import { createBlock, createScratch, framesOf } from "../signal/blocks.ts";
import { createFftKernel } from "../signal/fft/fft-kernel.ts";
import type { Spectra } from "../signal/stft.ts";
import { rootHann } from "../signal/windows.ts";
import { createDelayedInput } from "./delayed-input.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";

/** Computes the masks of the stems. */
export interface Masker {
  /** Adds frame `index`, in order. The spectra are valid during the call. */
  addFrame(index: number, spectra: Spectra): void;
  /** Fills the masks of frame `index`, which was added `lookahead` frames ago. */
  fill(index: number): void;
}

export interface StemStftOptions {
  readonly channels: number;
  /** Samples of a frame, a power of two. */
  readonly size: number;
  readonly hop: number;
  /** Number of frames added before one is masked. */
  readonly lookahead: number;
  /** Number of masks; the residual is one more stem. */
  readonly masks: number;
  /** Total length of the arrays that `prepare` allocates in the memory. */
  readonly floats: number;
  readonly prepare: (masks: readonly Float32Array[], memory: VectorMemory) => Masker;
}

/** Turns blocks into stems: blocks of one length, in the order of the masks, then the residual. */
export interface StemProcessor {
  push(block: Block): readonly Block[] | null;
  flush(): readonly Block[] | null;
}

/** Frames in progress: analyzed, and overlap-added once they are masked. */
function createMaskedFrames(options: StemStftOptions) {
  const { channels, size, hop, lookahead, masks, floats } = options;
  const bins = size / 2 + 1;
  const slots = lookahead + 1;
  const fft = createFftKernel(
    size,
    3 * size +
      (slots + 1) * channels * 2 * (bins + 4) +
      channels * size +
      masks * (bins + 4 + channels * (size + hop + 4)) +
      floats,
  );
  const takeAll = (count: number, length: number) =>
    Array.from({ length: count }, () => fft.take(length));
  const window = fft.take(size);
  window.set(rootHann(size));
  const synthesis = fft.take(size);
  // With an overlap of four or more, squared root Hann windows add up to half their number.
  synthesis.set(rootHann(size).map((factor) => (factor * 2 * hop) / size));
  const ring = Array.from({ length: slots }, () => ({
    re: takeAll(channels, bins),
    im: takeAll(channels, bins),
  }));
  const masked = { re: fft.take(bins), im: fft.take(bins) };
  const gains = takeAll(masks, bins);
  const held = takeAll(channels, size);
  const sums = Array.from({ length: masks }, () => takeAll(channels, size + hop));
  const frame = fft.take(size);
  const masker = options.prepare(gains, fft);
  let frameCount = 0;

  /** Adds a masked frame to a channel of a stem; the completed hop goes to `out`. */
  const addFrame = (mask: number, channel: number, spectra: Spectra, out: Float32Array) => {
    const gain = gains[mask]!;
    const [re, im] = [spectra.re[channel]!, spectra.im[channel]!];
    for (let k = 0; k < bins; k++) {
      masked.re[k] = gain[k]! * re[k]!;
      masked.im[k] = gain[k]! * im[k]!;
    }
    fft.inverse(masked.re, masked.im, frame);
    const sum = sums[mask]![channel]!;
    fft.overlap(frame, synthesis, sum, hop);
    out.set(sum.subarray(0, hop));
  };

  return {
    /** Samples of the next frame, one array per channel; `step` shifts them by a hop. */
    held,
    /** Number of analyzed frames. */
    frameCount: () => frameCount,
    /** Processes the full frame. @returns number of samples written to `out` from `at` on */
    step(out: readonly Float32Array[], at: number): number {
      const { re, im } = ring[frameCount % slots]!;
      for (const [channel, samples] of held.entries()) {
        fft.forward(samples, window, re[channel]!, im[channel]!);
        samples.copyWithin(0, hop);
      }
      masker.addFrame(frameCount, ring[frameCount % slots]!);
      const index = frameCount++ - lookahead;
      if (index < 0) return 0;
      masker.fill(index);
      for (let mask = 0; mask < masks; mask++)
        for (let channel = 0; channel < channels; channel++) {
          const target = out[mask * channels + channel]!.subarray(at, at + hop);
          addFrame(mask, channel, ring[index % slots]!, target);
        }
      return hop;
    },
  };
}

/**
 * Multiplies spectra of overlapping frames by masks, with look-ahead, and overlap-adds the frames
 * of each mask. The last stem is the sound minus all others, so that the sum is the sound. Length
 * is kept and latency compensated.
 */
export function createStemStft(options: StemStftOptions): StemProcessor {
  const { channels, size, hop, lookahead, masks } = options;
  const frames = createMaskedFrames(options);
  const waiting = createDelayedInput(channels, 2 * (size + lookahead * hop));
  const scratch = createScratch((masks + 1) * channels);
  /** Samples of the next frame that are available. */
  let filled = size - hop;
  let taken = 0;
  let given = 0;

  const step = (out: readonly Float32Array[], at: number): number => {
    filled = size - hop;
    return frames.step(out, at);
  };

  /** The stems without the samples before the beginning, and their residual. */
  const finishStems = (
    out: readonly Float32Array[],
    made: number,
    first: number,
    limit: number,
  ) => {
    const early = Math.min(made, Math.max(0, size - hop - first * hop));
    const ready = Math.min(made - early, limit);
    if (ready <= 0) return null;
    const stems = Array.from({ length: masks + 1 }, (_, stem) =>
      Array.from({ length: channels }, (__, c) =>
        out[stem * channels + c]!.subarray(early, early + ready),
      ),
    );
    waiting.writeResidual(stems.slice(0, masks), stems[masks]!);
    given += ready;
    return stems;
  };

  return {
    push(block) {
      const length = framesOf(block);
      taken += length;
      waiting.keep(block);
      const steps = Math.floor((filled - (size - hop) + length) / hop);
      const out = scratch(steps * hop);
      const first = Math.max(0, frames.frameCount() - lookahead);
      let made = 0;
      for (let at = 0; at < length;) {
        const count = Math.min(size - filled, length - at);
        for (const [c, samples] of frames.held.entries())
          samples.set(block[c]!.subarray(at, at + count), filled);
        at += count;
        filled += count;
        if (filled === size) made += step(out, made);
      }
      return finishStems(out, made, first, Infinity);
    },
    flush() {
      const left = taken - given;
      if (left === 0) return null;
      const frameCount = frames.frameCount();
      const steps = Math.ceil((size - hop + taken) / hop) + lookahead - frameCount;
      // Not the scratch buffer: the caller may still be reading the previous output.
      const out = createBlock((masks + 1) * channels, steps * hop);
      let made = 0;
      for (let done = 0; done < steps; done++) {
        for (const samples of frames.held) samples.fill(0, filled);
        made += step(out, made);
      }
      return finishStems(out, made, Math.max(0, frameCount - lookahead), left);
    },
  };
}
