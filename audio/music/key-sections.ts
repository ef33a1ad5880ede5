import { sumChroma } from "./bars.ts";
import type { Chroma } from "./chroma-meter.ts";
import { fifthsApart, findKey, fitsOf, type DetectedKey, type Key, scoreKeys } from "./key.ts";

/** A key from a time of the song on. */
export interface KeySection extends DetectedKey {
  /** Seconds. */
  readonly from: number;
}

/** Seconds per analysis step, about two bars. */
const STEP = 4;
/**
 * Cost of a key change as a sum of correlations: half a minute of notes that fit the new key better
 * by a sixth, or ten seconds of notes that do not fit the old key at all.
 */
const CHANGE_COST = 1.3;
/**
 * Minimum clarity of a section's key: with twelve equally strong tones, as under distorted guitars,
 * some key fits by chance. Sections of real songs transposed by some semitones have 0.05 and more;
 * sections that only seemed to change had 0.01 to 0.03.
 */
const MIN_CLARITY = 0.04;
/**
 * Maximum distance on the circle of fifths at which keys share too many notes to be distinguished.
 */
const MAX_FIFTHS = 1;

/**
 * Keys of a song in order: a Viterbi search for the best-fitting sequence with a cost per change
 * (K. Noland, M. Sandler: "Key Estimation Using a Hidden Markov Model", ISMIR 2006). Changes
 * between keys that differ by at most one note are not reported, because verses and choruses in one
 * key look like them; nor are changes to an unclear key.
 * @param seconds duration of the song
 * @returns the first one from 0; empty without tones
 */
export function findKeySections(chroma: Chroma, seconds: number): KeySection[] {
  const count = Math.max(1, Math.floor(seconds / STEP));
  const edgeOf = (step: number): number => (step === count ? seconds : step * STEP);
  const scores = Array.from({ length: count }, (_, step) =>
    scoreKeys(sumChroma(chroma, edgeOf(step), edgeOf(step + 1))),
  );
  const path = bestPath(scores);
  const starts = path.flatMap((key, step) => (step === 0 || key !== path[step - 1] ? [step] : []));
  const sections: KeySection[] = [];
  for (const [at, start] of starts.entries()) {
    const last = sections.at(-1);
    const to = edgeOf(starts[at + 1] ?? count);
    const key = findKey(sumChroma(chroma, edgeOf(start), to));
    if (!key) continue;
    if (!last) sections.push({ ...key, from: 0 });
    else if (fifthsApart(last, key) > MAX_FIFTHS) sections.push({ ...key, from: edgeOf(start) });
    else {
      const both = findKey(sumChroma(chroma, last.from, to))!;
      sections.splice(-1, 1, { ...both, from: last.from });
    }
  }
  return refineTimes(chroma, keepClear(sections, findKey(sumChroma(chroma, 0, seconds))), seconds);
}

/** Sections with a clear key, extended to the beginning; the whole song if there is none. */
function keepClear(sections: readonly KeySection[], whole: DetectedKey | null): KeySection[] {
  const clear: KeySection[] = [];
  for (const section of sections) {
    const last = clear.at(-1);
    if (section.clarity < MIN_CLARITY || (last && fifthsApart(last, section) <= MAX_FIFTHS))
      continue;
    clear.push(last ? section : { ...section, from: 0 });
  }
  return clear.length > 0 || !whole ? clear : [{ ...whole, from: 0 }];
}

/** Refines the start times, which have the resolution of the steps. */
function refineTimes(
  chroma: Chroma,
  sections: readonly KeySection[],
  seconds: number,
): KeySection[] {
  return sections.map((section, at) => {
    const before = sections[at - 1];
    if (!before) return section;
    const reach = [
      Math.max(before.from, section.from - STEP),
      Math.min(sections[at + 1]?.from ?? seconds, section.from + STEP),
    ] as const;
    return { ...section, from: changeBetween(chroma, [before, section], reach) };
  });
}

/** Time of a key change: where both keys best fit the sound before and after it. */
function changeBetween(
  { rate, values }: Chroma,
  keys: readonly [before: Key, after: Key],
  reach: readonly [from: number, to: number],
): number {
  const [first, last] = reach.map((time) => Math.round(time * rate)) as [number, number];
  let [best, bestScore, gain] = [first, 0, 0];
  for (let frame = first; frame < last; frame++) {
    const [before, after] = fitsOf(values.subarray(12 * frame, 12 * frame + 12), keys);
    gain += before! - after!;
    if (gain > bestScore) [best, bestScore] = [frame + 1, gain];
  }
  return best / rate;
}

/** Index of the best key for each step. */
function bestPath(scores: readonly (readonly number[])[]): number[] {
  let sums = scores[0]!.slice();
  const ways: number[][] = [];
  for (const now of scores.slice(1)) {
    const best = sums.indexOf(Math.max(...sums));
    const way = sums.map((sum, key) => (sums[best]! - CHANGE_COST > sum ? best : key));
    ways.push(way);
    sums = now.map((score, key) => score + Math.max(sums[key]!, sums[best]! - CHANGE_COST));
  }
  const path = [sums.indexOf(Math.max(...sums))];
  for (const way of ways.toReversed()) path.unshift(way[path[0]!]!);
  return path;
}
