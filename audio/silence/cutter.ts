import type { Processor } from "../effect.ts";
import { copyFrames, createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { fadeAt } from "../signal/fade.ts";

/** Removes `skip` frames from `start` on, with a crossfade of `fade` frames. */
export interface Cut {
  readonly start: number;
  readonly skip: number;
  /** At most `skip`; ends before the next cut. */
  readonly fade: number;
}

/** Removes ranges of frames. @param cuts ordered, not overlapping */
export function createCutter(cuts: readonly Cut[], channels: number): Processor {
  let position = 0;
  let next = 0;
  /** Start of the cut range, which is faded out while the sound after the cut is faded in. */
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
        const until = (frame: number): number => Math.min(frames, frame - position);
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
      // The input ended within a cut: there is nothing to crossfade to.
      const cut = cuts[next];
      if (!cut || framesOf(leaving) === 0 || position > cut.start + cut.skip) return null;
      return leaving.map((samples) =>
        samples.map((sample, i) => sample * fadeAt("smooth", 1 - (i + 0.5) / cut.fade)),
      );
    },
  };
}
