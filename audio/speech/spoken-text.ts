import type { SpokenPiece } from "./place-words.ts";
import type { Reading } from "./speech.ts";

/** What is said for a text, and which part of it stands for what. */
export interface SpokenText {
  readonly text: string;
  readonly pieces: readonly SpokenPiece[];
}

/** The voice's program takes these for marks of its own. */
const MARKS = /[<>&]/g;
const STRESSED = ['<emphasis level="strong">', "</emphasis>"] as const;

const lengthOf = (text: string): number => Array.from(text).length;

/**
 * A text as it is said: some parts as their readings have it, the others as they are written, code point by
 * code point.
 * @param readings in their order, none over another
 */
export function spokenText(text: string, readings: readonly Reading[]): SpokenText {
  let said = "";
  let at = 0;
  const pieces: SpokenPiece[] = [];
  const say = (part: string, start: number, end: number): void => {
    pieces.push({ at, start, end });
    said += part;
    at += lengthOf(part);
  };
  let place = 0;
  const asWritten = (to: number): void => {
    for (const point of text.slice(place, to)) {
      say(point.replace(MARKS, " "), place, place + point.length);
      place += point.length;
    }
  };
  for (const { start, end, reading, stressed = false } of readings) {
    asWritten(start);
    const clean = reading.replace(MARKS, " ");
    say(stressed ? STRESSED[0] + clean + STRESSED[1] : clean, start, end);
    place = end;
  }
  asWritten(text.length);
  return { text: said, pieces };
}

/** The same with each of its words in its own reading, and a space behind it. */
export function rereadText({ text, pieces }: SpokenText, readings: readonly Reading[]): SpokenText {
  // Where each character (UTF-16) of what is said comes from.
  const starts: number[] = [];
  const ends: number[] = [];
  let point = 0;
  let piece = 0;
  for (const character of text) {
    while (piece + 1 < pieces.length && pieces[piece + 1]!.at <= point) piece++;
    for (let i = 0; i < character.length; i++) {
      starts.push(pieces[piece]?.start ?? 0);
      ends.push(pieces[piece]?.end ?? 0);
    }
    point++;
  }
  let said = "";
  let at = 0;
  const reread = readings.map(({ start, end, reading }): SpokenPiece => {
    const one = { at, start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
    said += `${reading} `;
    at += lengthOf(reading) + 1;
    return one;
  });
  return { text: said, pieces: reread };
}
