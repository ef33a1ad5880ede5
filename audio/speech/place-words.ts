import type { SpokenWord } from "./speech.ts";
import type { WordPlace } from "./split-words.ts";

/** What the voice's program tells while it speaks. */
export interface SpeechEvent {
  readonly kind: "word" | "phoneme";
  /** Seconds. */
  readonly at: number;
  /** Code points before it in the text that is spoken. */
  readonly place: number;
  /** IPA of a phoneme; empty for a pause. */
  readonly phoneme?: string;
}

/** A stretch of what is spoken, and what it stands for in the text. All in code points and UTF-16. */
export interface SpokenPiece {
  /** Code point of the spoken text at which it begins. */
  readonly at: number;
  /** Characters (UTF-16) of the text. */
  readonly start: number;
  readonly end: number;
}

/** Where a code point of the spoken text is in the text; within a piece it is shared out evenly. */
function placeIn(pieces: readonly SpokenPiece[], place: number, last: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (pieces[middle]!.at <= place) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (!piece) return 0;
  const length = (pieces[low + 1]?.at ?? last) - piece.at;
  const share = length > 0 ? Math.min(1, Math.max(0, (place - piece.at) / length)) : 0;
  return piece.start + Math.floor(share * (piece.end - piece.start));
}

/**
 * Gives each word its time. One that the voice does not tell of, such as a part of a number that it reads as
 * a whole, gets a share of the time of the word before it.
 * @param pieces in the order in which they are spoken
 * @param spoken code points of what is spoken
 * @param seconds of the sound
 */
export function placeWords(
  words: readonly WordPlace[],
  events: readonly SpeechEvent[],
  pieces: readonly SpokenPiece[],
  { spoken, seconds }: { readonly spoken: number; readonly seconds: number },
): SpokenWord[] {
  const begins: (number | undefined)[] = words.map(() => undefined);
  const pauses: (number | undefined)[] = words.map(() => undefined);
  const wordOf = (event: SpeechEvent): number => {
    const place = placeIn(pieces, event.place, spoken);
    return words.findIndex(({ start, end }) => place >= start && place < end);
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
    // Korean: the first word behind a pause is not told of, and its sounds are said to be those of the last
    // word of their clause.
    if (event.kind === "phoneme" && next >= 0 && at > next) {
      const isBehindPause = pauses[current] !== undefined;
      at = isBehindPause && current + 1 < next ? current + 1 : current;
    }
    // A pause inside a number or a word is none at its end.
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

/** For each event the word that the next event of a word tells of; −1 behind the last. */
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

/** Shares out the time between words that are known, by their lengths. */
function fillGaps(
  begins: readonly (number | undefined)[],
  words: readonly WordPlace[],
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
