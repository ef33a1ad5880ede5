import type { SpokenWord } from "./speech.ts";
import type { WordRange } from "./split-words.ts";

/** Event of the synthesizer. */
export interface SpeechEvent {
  readonly kind: "word" | "phoneme";
  /** Seconds. */
  readonly at: number;
  /** Number of code points of the spoken text before the event. */
  readonly position: number;
  /** IPA of a phoneme; empty for a pause. */
  readonly phoneme?: string;
}

/**
 * A segment of the spoken text and its source in the original text, in code points and UTF-16
 * units.
 */
export interface SpokenSegment {
  /** Start in the spoken text, in code points. */
  readonly at: number;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
}

/** Maps a position in the spoken text to the original text; linear within a segment. */
function textPosition(segments: readonly SpokenSegment[], position: number, last: number): number {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (segments[middle]!.at <= position) low = middle;
    else high = middle - 1;
  }
  const segment = segments[low];
  if (!segment) return 0;
  const length = (segments[low + 1]?.at ?? last) - segment.at;
  const share = length > 0 ? Math.min(1, Math.max(0, (position - segment.at) / length)) : 0;
  return segment.start + Math.floor(share * (segment.end - segment.start));
}

/**
 * Assigns times to words. A word without an event, such as part of a number, gets a fraction of the
 * time of the word before it.
 * @param segments in spoken order
 * @param spoken number of code points of the spoken text
 * @param seconds duration of the sound
 */
export function assignWordTimes(
  words: readonly WordRange[],
  events: readonly SpeechEvent[],
  segments: readonly SpokenSegment[],
  { spoken, seconds }: { readonly spoken: number; readonly seconds: number },
): SpokenWord[] {
  const begins: (number | undefined)[] = words.map(() => undefined);
  const pauses: (number | undefined)[] = words.map(() => undefined);
  const wordOf = (event: SpeechEvent): number => {
    const position = textPosition(segments, event.position, spoken);
    return words.findIndex(({ start, end }) => position >= start && position < end);
  };
  const following = nextWords(events, wordOf);
  let current = -1;
  for (const [index, event] of events.entries()) {
    if (event.kind === "phoneme" && event.phoneme === "") {
      if (current >= 0) pauses[current] ??= event.at;
      continue;
    }
    const next = following[index]!;
    let at = wordOf(event);
    // Korean: the first word after a pause has no event, and its phonemes are attributed to the
    // last word of the clause.
    if (event.kind === "phoneme" && next >= 0 && at > next) {
      const isBehindPause = pauses[current] !== undefined;
      at = isBehindPause && current + 1 < next ? current + 1 : current;
    }
    // A pause inside a number or a word is not its end.
    if (at < 0 || at < current) continue;
    begins[at] ??= event.at;
    current = at;
    pauses[at] = undefined;
  }
  const times = fillGaps(begins, words, seconds);
  return words.map((word, at) => ({
    ...word,
    from: times[at]!,
    to: Math.max(times[at]!, Math.min(pauses[at] ?? Infinity, times[at + 1] ?? seconds)),
  }));
}

/** For each event, the word of the next word event; −1 after the last one. */
function nextWords(
  events: readonly SpeechEvent[],
  wordOf: (event: SpeechEvent) => number,
): number[] {
  const next: number[] = [];
  let last = -1;
  for (let at = events.length - 1; at >= 0; at--) {
    next[at] = last;
    if (events[at]!.kind === "word") last = wordOf(events[at]!);
  }
  return next;
}

/** Divides the time between known words by their lengths. */
function fillGaps(
  begins: readonly (number | undefined)[],
  words: readonly WordRange[],
  seconds: number,
): number[] {
  const times: number[] = [];
  for (let at = 0; at < begins.length; at++) {
    const known = begins[at];
    if (known !== undefined) {
      times.push(known);
      continue;
    }
    let next = at;
    while (next < begins.length && begins[next] === undefined) next++;
    const first = Math.max(0, at - 1);
    const from = times[first] ?? 0;
    const to = begins[next] ?? seconds;
    const lengthOf = (index: number): number => words[index]!.text.length;
    let all = 0;
    for (let i = first; i < next; i++) all += lengthOf(i);
    let before = 0;
    for (let i = first; i < at; i++) before += lengthOf(i);
    times.push(from + ((to - from) * before) / all);
  }
  return times;
}
