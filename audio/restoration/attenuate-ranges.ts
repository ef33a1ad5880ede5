import type { Format, Processor } from "../effect.ts";
import { framesOf } from "../signal/blocks.ts";
import type { FrameRange } from "./ranges.ts";

/**
 * Attenuates ranges, with fades inside them; everything else is unchanged.
 * @param ranges in order, not overlapping
 * @param gain factor inside the ranges
 */
export function createAttenuator(
  ranges: readonly FrameRange[],
  gain: number,
  { sampleRate }: Format,
): Processor {
  const fade = Math.round(0.015 * sampleRate);
  let at = 0;
  let next = 0;
  return {
    process(block) {
      const out = block.map((samples) => samples.slice());
      const end = at + framesOf(block);
      while (next < ranges.length && ranges[next]!.end <= at) next++;
      for (let n = next; n < ranges.length && ranges[n]!.start < end; n++) {
        const one = ranges[n]!;
        const slope = Math.min(fade, (one.end - one.start) / 2);
        for (let i = Math.max(at, one.start); i < Math.min(end, one.end); i++) {
          const inside = Math.min(1, (i - one.start) / slope, (one.end - 1 - i) / slope);
          const factor = 1 + (gain - 1) * (0.5 - 0.5 * Math.cos(Math.PI * inside));
          for (const samples of out) samples[i - at] = samples[i - at]! * factor;
        }
      }
      at = end;
      return out;
    },
    finish: () => null,
  };
}
