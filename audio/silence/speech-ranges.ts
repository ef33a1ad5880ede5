import type { TimeRange } from "../parameters.ts";
import { LEVELS_PER_SECOND } from "./levels.ts";
import { type SpeechActivity, markSpeech } from "./mark-unspoken.ts";

/** Minimum duration in seconds of speech, and of what is between two ranges of it. */
const MIN_SPEECH = 0.15;
const MIN_PAUSE = 0.3;

/**
 * The ranges in which someone speaks, in seconds, in order and apart: neither music nor noise, and
 * no sound that is too short for a word.
 */
export function speechRanges(activity: SpeechActivity): readonly TimeRange[] {
  const { probabilities, perSecond } = activity;
  const frames = Math.ceil((probabilities.length / perSecond) * LEVELS_PER_SECOND);
  const speech = markSpeech(activity, frames);
  const ranges: [start: number, end: number][] = [];
  for (let at = 0; at < frames; at++) {
    if (!speech[at]) continue;
    const start = at;
    while (at < frames && speech[at]) at++;
    const last = ranges.at(-1);
    if (last && start - last[1] < MIN_PAUSE * LEVELS_PER_SECOND) last[1] = at;
    else ranges.push([start, at]);
  }
  return ranges
    .filter(([start, end]) => end - start >= MIN_SPEECH * LEVELS_PER_SECOND)
    .map(([start, end]) => [start / LEVELS_PER_SECOND, end / LEVELS_PER_SECOND]);
}
