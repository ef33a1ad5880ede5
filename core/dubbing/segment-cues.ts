import type { Cue } from "../transcript/save/cues.ts";
import type { TranscriptLine } from "../transcript/transcript.ts";
import { retimeLine, type TextRange } from "../transcript/retime-line.ts";
import { type Segment, oneRow } from "./segment.ts";

export type Side = "source" | "target";

/** Segments as lines with word times spread evenly: input of `cuesOf`. */
export const linesOfSide = (
  segments: readonly Segment[],
  side: Side,
  split: (text: string) => readonly TextRange[],
): TranscriptLine[] => segments.flatMap((segment) => lineOfSide(segment, side, split) ?? []);

/** A segment as a line with word times spread evenly; null where it has no text. */
export function lineOfSide(
  segment: Segment,
  side: Side,
  split: (text: string) => readonly TextRange[],
): TranscriptLine | null {
  const text = oneRow(segment[side]);
  if (text === "") return null;
  const { from, to } = segment;
  return retimeLine({ text, from, to, words: [], speaker: null }, text, split(text));
}

/** Segments as one subtitle each, of any length, for translators who send them back. */
export const exchangeCues = (segments: readonly Segment[], side: Side): Cue[] =>
  segments.flatMap(({ from, to, [side]: text }) =>
    oneRow(text) === "" ? [] : [{ from, to, rows: [oneRow(text)], speaker: null }],
  );
