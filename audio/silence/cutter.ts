import type { Processor } from "../effect.ts";
import { copyFrames, createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { fadeAt } from "../signal/fade.ts";

/** From `start` on, `skip` frames are left out, with a crossfade of `fade` frames at the seam. */
export interface Cut {
  readonly start: number;
  readonly skip: number;
  /** At most `skip`; it ends before the next cut begins. */
  readonly fade: number;
}

/** Leaves frames out. @param cuts in order, without overlap */
export function createCutter(cuts: readonly Cut[], channels: number): Processor {
  let position = 0;
  let next = 0;
  /** Beginning of the cut, which goes out while what comes after it comes in. */
  let leaving = createBlock(channels, 0);

  return {
    process(block) {
      const frames = framesOf(block);
      const parts: Float32Array[][] = [];
      const take = (start: number, end: number) =>
        block.map((samples) => samples.subarray(start, end));
      for (let at = 0; at < frames;) {
        const cut = cuts[next];
        const here = position + at;
        const until = (place: number): number => Math.min(frames, place - position);
        if (!cut || here < cut.start) {
          const end = cut ? until(cut.start) : frames;
          parts.push(take(at, end));
          at = end;
        } else if (here < cut.start + cut.fade) {
          const end = until(cut.start + cut.fade);
          leaving = joinBlocks([leaving, take(at, end)], channels);
          at = end;
        } else if (here < cut.start + cut.skip) at = until(cut.start + cut.skip);
        else if (here < cut.start + cut.skip + cut.fade) {
          const end = until(cut.start + cut.skip + cut.fade);
          const coming = copyFrames(block, at, end);
          const offset = here - cut.start - cut.skip;
          for (const [channel, samples] of coming.entries()) {
            for (let i = 0; i < samples.length; i++) {
              const share = (offset + i + 0.5) / cut.fade;
              samples[i] =
                samples[i]! * fadeAt("equal-power", share) +
                leaving[channel]![offset + i]! * fadeAt("equal-power", 1 - share);
            }
          }
          parts.push(coming);
          at = end;
        } else {
          leaving = createBlock(channels, 0);
          next++;
        }
      }
      position += frames;
      return parts.length > 1 ? joinBlocks(parts, channels) : (parts[0] ?? null);
    },
    finish() {
      // The input ended within a cut: what was leaving has nothing that it could go over into.
      const cut = cuts[next];
      if (!cut || framesOf(leaving) === 0 || position > cut.start + cut.skip) return null;
      return leaving.map((samples) =>
        samples.map((sample, i) => sample * fadeAt("smooth", 1 - (i + 0.5) / cut.fade)),
      );
    },
  };
}
