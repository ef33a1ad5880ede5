import type { Processor } from "../effect.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";

export interface SlidingOptions {
  readonly channels: number;
  /** Frames between steps. */
  readonly hop: number;
  /** Frames of context before and after a step. */
  readonly around: number;
  /**
   * Processes `around + hop + around` frames; the middle ones belong to the step. All of them may
   * be modified; the next step sees changes to the later ones. Zeros surround the input.
   * @param start position in the input of the step's first frame
   */
  readonly processWindow: (samples: readonly Float32Array[], start: number) => void;
}

/** A window that slides over the input step by step; latency compensated, length kept. */
export function createSlidingWindow({
  channels,
  hop,
  around,
  processWindow: work,
}: SlidingOptions): Processor {
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
  // `left` counts frames that left the window; the first `around` of them precede the beginning.
  return {
    process(block) {
      taken += framesOf(block);
      return run(block, Infinity);
    },
    finish() {
      const remaining = taken + around - left;
      if (remaining <= 0) return null;
      const steps = Math.ceil(remaining / hop);
      return run(createBlock(channels, steps * hop + size - filled), taken);
    },
  };
}
