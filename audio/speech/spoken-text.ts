import type { SpokenSegment } from "./word-times.ts";
import type { Reading } from "./speech.ts";

/** The spoken form of a text, with the source of each segment. */
export interface SpokenText {
  readonly text: string;
  readonly segments: readonly SpokenSegment[];
}

/** Characters that the synthesizer would interpret as markup. */
const MARKS = /[<>&]/g;
const STRESSED = ['<emphasis level="strong">', "</emphasis>"] as const;

const lengthOf = (text: string): number => Array.from(text).length;

/**
 * Applies readings to a text; the rest is copied code point by code point.
 * @param readings in order, not overlapping
 */
export function spokenText(text: string, readings: readonly Reading[]): SpokenText {
  let spoken = "";
  let at = 0;
  const segments: SpokenSegment[] = [];
  const append = (part: string, start: number, end: number): void => {
    segments.push({ at, start, end });
    spoken += part;
    at += lengthOf(part);
  };
  let position = 0;
  const asWritten = (to: number): void => {
    for (const point of text.slice(position, to)) {
      append(point.replace(MARKS, " "), position, position + point.length);
      position += point.length;
    }
  };
  for (const { start, end, reading, stressed = false } of readings) {
    asWritten(start);
    const clean = reading.replace(MARKS, " ");
    append(stressed ? STRESSED[0] + clean + STRESSED[1] : clean, start, end);
    position = end;
  }
  asWritten(text.length);
  return { text: spoken, segments };
}

/** Applies readings to an already spoken text, with a space after each word. */
export function rereadText(
  { text, segments }: SpokenText,
  readings: readonly Reading[],
): SpokenText {
  // Source offset of each UTF-16 unit of the spoken text.
  const starts: number[] = [];
  const ends: number[] = [];
  let point = 0;
  let segmentIndex = 0;
  for (const character of text) {
    while (segmentIndex + 1 < segments.length && segments[segmentIndex + 1]!.at <= point)
      segmentIndex++;
    for (let i = 0; i < character.length; i++) {
      starts.push(segments[segmentIndex]?.start ?? 0);
      ends.push(segments[segmentIndex]?.end ?? 0);
    }
    point++;
  }
  let spoken = "";
  let at = 0;
  const reread = readings.map(({ start, end, reading }): SpokenSegment => {
    const one = { at, start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
    spoken += `${reading} `;
    at += lengthOf(reading) + 1;
    return one;
  });
  return { text: spoken, segments: reread };
}
