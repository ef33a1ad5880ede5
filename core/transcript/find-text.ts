import { type SplitText, correctLine } from "./edit-transcript.ts";
import type { Transcript } from "./transcript.ts";

export interface TextMatch {
  readonly line: number;
  /** UTF-16 offsets in the line. */
  readonly start: number;
  readonly end: number;
}

/** A pattern that matches the text literally. */
function patternOf(text: string, matchCase: boolean): RegExp {
  const plain = text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  return new RegExp(plain, matchCase ? "gu" : "giu");
}

/** Finds all occurrences of a text; none for an empty text. */
export function findText(
  { lines }: Pick<Transcript, "lines">,
  text: string,
  matchCase: boolean,
): TextMatch[] {
  if (text === "") return [];
  const pattern = patternOf(text, matchCase);
  return lines.flatMap((own, line) =>
    [...own.text.matchAll(pattern)].map(({ index, 0: found }) => ({
      line,
      start: index,
      end: index + found.length,
    })),
  );
}

/** Replaces a text, in all lines or at one match. */
export function replaceText(
  transcript: Transcript,
  {
    find,
    replace,
    matchCase,
    only,
  }: {
    readonly find: string;
    readonly replace: string;
    readonly matchCase: boolean;
    readonly only?: TextMatch | undefined;
  },
  split: SplitText,
): Transcript {
  const matches = only ? [only] : findText(transcript, find, matchCase);
  // From the end, because a line without text is removed.
  return [...Map.groupBy(matches, ({ line }) => line)]
    .sort(([a], [b]) => b - a)
    .reduce((all, [line, found]) => {
      let text = all.lines[line]!.text;
      for (const { start, end } of found.toReversed())
        text = text.slice(0, start) + replace + text.slice(end);
      return correctLine(all, line, text, split);
    }, transcript);
}
