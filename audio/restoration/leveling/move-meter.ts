import type { Analyzer, Format } from "../../effect.ts";
import { type ActivityMeter, createActivityMeter } from "../activity/activity-meter.ts";
import { findMoves, type LevelMove, type MoveOptions } from "./find-moves.ts";
import { createLoudnessHistory } from "./loudness-history.ts";

/**
 * Finds how to level the speech of a sound: see `findMoves`.
 * @param weights of voice activity
 * @param frames expected length, if known
 */
export function createMoveMeter(
  format: Format,
  options: MoveOptions,
  weights: ArrayBuffer,
  frames?: number,
): Analyzer<readonly LevelMove[]> {
  const history = createLoudnessHistory(format, frames);
  // Lazy: `countPasses` creates an analyzer without feeding it.
  let voice: ActivityMeter | undefined;
  return {
    push(block) {
      history.push(block);
      (voice ??= createActivityMeter(format, weights)).push(block);
    },
    finish: () => (voice ? findMoves(history.finish(), voice.finish(), options) : []),
  };
}
