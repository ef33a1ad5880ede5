import type { Processor } from "../effect.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";

export interface SlidingOptions {
  readonly channels: number;
  /** Frames from step to step. */
  readonly hop: number;
  /** Frames that are seen before and after those of the step. */
  readonly around: number;
  /**
   * Works on `around + hop + around` frames, of which the middle ones are the step's. It may change
   * all of them; what it changes in the later ones the next step sees. Before the beginning and after
   * the end there are zeros.
   * @param start frame of the input with which the step's own begin
   */
  readonly work: (samples: readonly Float32Array[], start: number) => void;
}

/** A window that slides over the input step by step; in time with it, and as long. */
export function createSliding({ channels, hop, around, work }: SlidingOptions): Processor {
  const size = 2 * around + hop;
  const held = createBlock(channels, size);
  let filled = around;
  let taken = 0;
  let left = 0;
  const step = () => {
    work(held, left);
    left += hop;
    const out = held.map((samples) => samples.slice(0, hop));
    for (const samples of held) samples.copyWithin(0, hop).fill(0, size - hop);
    filled -= hop;
    return out;
  };
  const run = (block: readonly Float32Array[], limit: number) => {
    const frames = framesOf(block);
    const parts: Float32Array[][] = [];
    for (let at = 0; at < frames;) {
      const count = Math.min(size - filled, frames - at);
      for (let c = 0; c < channels; c++) held[c]!.set(block[c]!.subarray(at, at + count), filled);
      at += count;
      filled += count;
      if (filled === size) parts.push(step());
    }
    if (parts.length === 0) return null;
    const end = Math.min(left - around, limit);
    const whole = parts.length * hop;
    const first = Math.max(0, around - (left - whole));
    const length = Math.max(0, end - Math.max(0, left - whole - around));
    return Array.from({ length: channels }, (_, c) => {
      const joined = new Float32Array(whole);
      parts.forEach((part, i) => joined.set(part[c]!, i * hop));
      return joined.subarray(first, first + length);
    });
  };
  // `left` counts frames that left the window, of which the first `around` lie before the beginning.
  return {
    process(block) {
      taken += framesOf(block);
      return run(block, Infinity);
    },
    finish() {
      const wanted = taken + around - left;
      if (wanted <= 0) return null;
      const steps = Math.ceil(wanted / hop);
      return run(createBlock(channels, steps * hop + size - filled), taken);
    },
  };
}
