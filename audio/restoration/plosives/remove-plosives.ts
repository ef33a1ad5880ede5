import type { Format, Processor } from "../../effect.ts";
import { hann } from "../../signal/windows.ts";
import type { FrameRange } from "../ranges.ts";
import { createSlidingWindow } from "../sliding-window.ts";

/** Hz below which a plosive is attenuated: fundamentals of voices lose at most a moment. */
const CUTOFF = 160;
/** Seconds on each side of the lowpass filter, of its fades, and of a step. */
const REACH = 0.02;
const FADE = 0.01;
const STEP = 0.1;

/** A lowpass filter of linear phase: the right half of its symmetric kernel. */
function designLowpass(sampleRate: number): Float64Array {
  const reach = Math.round(REACH * sampleRate);
  const window = hann(2 * reach + 1);
  const angle = (2 * Math.PI * CUTOFF) / sampleRate;
  const kernel = Float64Array.from(
    { length: reach + 1 },
    (_, k) =>
      window[reach + k]! * (k === 0 ? angle / Math.PI : Math.sin(angle * k) / (Math.PI * k)),
  );
  const sum = 2 * kernel.reduce((all, one) => all + one, 0) - kernel[0]!;
  return kernel.map((one) => one / sum);
}

/**
 * Attenuates low frequencies in ranges, with fades inside them; everything else is unchanged.
 * @param ranges in order, not overlapping
 * @param strength 0 to 1
 */
export function createPlosiveRemover(
  ranges: readonly FrameRange[],
  strength: number,
  { sampleRate, channels }: Format,
): Processor {
  const kernel = designLowpass(sampleRate);
  const around = kernel.length - 1;
  const hop = Math.max(around, Math.round(STEP * sampleRate));
  const fade = Math.round(FADE * sampleRate);
  /** The input before the step, which the window has changed. */
  const before = Array.from({ length: channels }, () => new Float32Array(around));
  let next = 0;
  return createSlidingWindow({
    channels,
    hop,
    around,
    processWindow: (block, start) => {
      while (next < ranges.length && ranges[next]!.end <= start) next++;
      for (const [channel, samples] of block.entries()) {
        const input = samples.slice();
        input.set(before[channel]!);
        for (let at = next; at < ranges.length && ranges[at]!.start < start + hop; at++) {
          const { start: first, end } = ranges[at]!;
          const slope = Math.max(1, Math.min(fade, (end - first) / 2));
          for (let i = Math.max(start, first); i < Math.min(start + hop, end); i++) {
            const center = around + i - start;
            let low = kernel[0]! * input[center]!;
            for (let k = 1; k <= around; k++)
              low += kernel[k]! * (input[center - k]! + input[center + k]!);
            const inside = Math.min(1, (i - first) / slope, (end - 1 - i) / slope);
            samples[center] =
              input[center]! - strength * (0.5 - 0.5 * Math.cos(Math.PI * inside)) * low;
          }
        }
        before[channel]!.set(input.subarray(hop, hop + around));
      }
    },
  });
}
