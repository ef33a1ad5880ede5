import { sumChroma } from "./bars.ts";
import type { Chroma } from "./chroma-meter.ts";
import { fifthsApart, findKey, fitsOf, type FoundKey, type Key, scoreKeys } from "./key.ts";

/** A key, from a time of the song on. */
export interface KeySection extends FoundKey {
  /** Seconds. */
  readonly from: number;
}

/** Seconds in which a key is looked for at once, about two bars. */
const STEP = 4;
/**
 * What a change of key has to gain, as a sum of correlations: half a minute of notes that fit the new key
 * better by a sixth, or ten seconds of those that fit the old one by no means.
 */
const CHANGE = 1.3;
/**
 * Clarity below which a part has no key of its own that is told: twelve tones that are all heard alike, as
 * under distorted guitars, fit some key by chance. Halves of real songs that were moved by some semitones
 * have 0.05 and more, parts that seemed to change without doing so 0.01 to 0.03.
 */
const CLEAR = 0.04;
/** Steps on the circle of fifths up to which keys share too many notes to be told apart. */
const NEAR = 1;

/**
 * Keys of a song in their order: the way through its time on which notes and keys fit best, where each
 * change has a price (A. Viterbi's algorithm; for keys: K. Noland, M. Sandler: "Key Estimation Using a
 * Hidden Markov Model", ISMIR 2006). A change between keys that differ in one note or none is not told:
 * verses and choruses of one key seem so, too; nor is one to a key that is not clear.
 * @param seconds of the song
 * @returns the first from 0; none where no tones are heard
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
    else if (fifthsApart(last, key) > NEAR) sections.push({ ...key, from: edgeOf(start) });
    else {
      const both = findKey(sumChroma(chroma, last.from, to))!;
      sections.splice(-1, 1, { ...both, from: last.from });
    }
  }
  return timed(chroma, clearOf(sections, findKey(sumChroma(chroma, 0, seconds))), seconds);
}

/** Those whose key is clear, from the beginning on; the whole where none is. */
function clearOf(sections: readonly KeySection[], whole: FoundKey | null): KeySection[] {
  const clear: KeySection[] = [];
  for (const section of sections) {
    const last = clear.at(-1);
    if (section.clarity < CLEAR || (last && fifthsApart(last, section) <= NEAR)) continue;
    clear.push(last ? section : { ...section, from: 0 });
  }
  return clear.length > 0 || !whole ? clear : [{ ...whole, from: 0 }];
}

/** Moves beginnings, which are as rough as the steps, to when the keys change. */
function timed(chroma: Chroma, sections: readonly KeySection[], seconds: number): KeySection[] {
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

/** When a key goes over into another: where both fit best what is heard before and after it. */
function changeBetween(
  { rate, values }: Chroma,
  keys: readonly [before: Key, after: Key],
  reach: readonly [from: number, to: number],
): number {
  const [first, last] = reach.map((time) => Math.round(time * rate)) as [number, number];
  let [best, most, gain] = [first, 0, 0];
  for (let frame = first; frame < last; frame++) {
    const [before, after] = fitsOf(values.subarray(12 * frame, 12 * frame + 12), keys);
    gain += before! - after!;
    if (gain > most) [best, most] = [frame + 1, gain];
  }
  return best / rate;
}

/** The key of each step, as its place in the scores. */
function bestPath(scores: readonly (readonly number[])[]): number[] {
  let sums = scores[0]!.slice();
  const ways: number[][] = [];
  for (const now of scores.slice(1)) {
    const best = sums.indexOf(Math.max(...sums));
    const way = sums.map((sum, key) => (sums[best]! - CHANGE > sum ? best : key));
    ways.push(way);
    sums = now.map((score, key) => score + Math.max(sums[key]!, sums[best]! - CHANGE));
  }
  const path = [sums.indexOf(Math.max(...sums))];
  for (const way of ways.toReversed()) path.unshift(way[path[0]!]!);
  return path;
}
