import { MEL_STEP } from "./mel-frames.ts";

/** Seconds, from the first to the second. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Seconds by which a line may begin earlier, and later, than it was found. */
const EARLIER = 0.6;
const LATER = 0.2;
/** Seconds that are heard after a beginning, and before it. */
const AFTER = 0.1;
const BEFORE = 0.4;
/** What a second between a beginning and where it was found costs, and what another place has to gain. */
const PER_SECOND = 0.6;
const GAIN = 0.2;

const frames = (seconds: number): number => Math.round(seconds / MEL_STEP);

/**
 * Moves beginnings of lines to where a voice sets in, if it clearly does so nearby: a singer holds or scoops
 * up to a first vowel that the voice which reads has said by then. What lies inside a line stays.
 * @param spans a span for each word, in seconds
 * @param activity how likely a voice is heard in each frame
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
  /** How clearly a voice sets in at a frame, −1 to 1. */
  const onset = (at: number): number =>
    mean(at, Math.min(activity.length, at + frames(AFTER))) -
    mean(Math.max(0, at - frames(BEFORE)), at);
  return spans.map((span, at) => {
    if (!words[at]!.beginsLine) return span;
    const found = Math.min(activity.length - 1, frames(span.from));
    const first = Math.max(found - frames(EARLIER), frames(spans[at - 1]?.to ?? 0), 0);
    const last = Math.min(found + frames(LATER), frames(span.to) - 1, activity.length - 1);
    let [best, most] = [found, onset(found) + GAIN];
    for (let frame = first; frame <= last; frame++) {
      const clear = onset(frame) - PER_SECOND * MEL_STEP * Math.abs(frame - found);
      if (clear > most) [best, most] = [frame, clear];
    }
    return best === found ? span : { from: best * MEL_STEP, to: span.to };
  });
}
