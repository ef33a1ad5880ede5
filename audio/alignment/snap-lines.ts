import { MEL_STEP } from "./mel-frames.ts";

/** Seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Maximum seconds by which the start of a line is moved earlier, and later. */
const EARLIER = 0.6;
const LATER = 0.2;
/** Seconds after and before a start that are compared. */
const AFTER = 0.1;
const BEFORE = 0.4;
/** Penalty per second of displacement, and minimum gain of another position. */
const PER_SECOND = 0.6;
const GAIN = 0.2;

const frames = (seconds: number): number => Math.round(seconds / MEL_STEP);

/**
 * Moves line starts to a clear voice onset nearby: singers hold or scoop up to a first vowel that
 * the reading voice has pronounced by then. Words inside a line are not moved.
 * @param spans one span per word, in seconds
 * @param activity probability of voice in each frame
 */
export function snapLines(
  words: readonly { readonly beginsLine: boolean }[],
  spans: readonly TimeSpan[],
  activity: Float32Array,
): readonly TimeSpan[] {
  const sums = new Float64Array(activity.length + 1);
  for (const [at, active] of activity.entries()) sums[at + 1] = sums[at]! + active;
  const mean = (from: number, to: number): number =>
    to > from ? (sums[to]! - sums[from]!) / (to - from) : 0;
  /** Onset strength at a frame, −1 to 1. */
  const onset = (at: number): number =>
    mean(at, Math.min(activity.length, at + frames(AFTER))) -
    mean(Math.max(0, at - frames(BEFORE)), at);
  return spans.map((span, at) => {
    if (!words[at]!.beginsLine) return span;
    const found = Math.min(activity.length - 1, frames(span.from));
    const first = Math.max(found - frames(EARLIER), frames(spans[at - 1]?.to ?? 0), 0);
    const last = Math.min(found + frames(LATER), frames(span.to) - 1, activity.length - 1);
    let [best, bestScore] = [found, onset(found) + GAIN];
    for (let frame = first; frame <= last; frame++) {
      const clear = onset(frame) - PER_SECOND * MEL_STEP * Math.abs(frame - found);
      if (clear > bestScore) [best, bestScore] = [frame, clear];
    }
    return best === found ? span : { from: best * MEL_STEP, to: span.to };
  });
}
