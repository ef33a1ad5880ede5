import type { TranscriptLine, TranscriptWord } from "./transcript.ts";

/** A range of UTF-16 offsets in a text; the end is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Longest common subsequence of two lists of words, as pairs of indices. */
function samePairs(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const columns = b.length + 1;
  const best = new Uint16Array((a.length + 1) * columns);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i * columns + j] =
        a[i] === b[j]
          ? best[(i + 1) * columns + j + 1]! + 1
          : Math.max(best[(i + 1) * columns + j]!, best[i * columns + j + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;)
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (best[(i + 1) * columns + j]! >= best[i * columns + j + 1]!) i++;
    else j++;
  return pairs;
}

/** Divides a time range among words in proportion to their lengths. */
function shareOut(
  ranges: readonly TextRange[],
  [from, to]: readonly [number, number],
): TranscriptWord[] {
  const all = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  let before = 0;
  return ranges.map(({ start, end }) => {
    const at = (length: number): number => from + ((to - from) * length) / Math.max(1, all);
    const begun = at(before);
    before += end - start;
    return { start, end, from: begun, to: at(before) };
  });
}

/**
 * Replaces the text of a line. Unchanged words keep their times; replacements share the time of the
 * words that they replace. Text typed by the user has full confidence.
 * @param ranges of the words in the new text
 */
export function retimeLine(
  line: TranscriptLine,
  text: string,
  ranges: readonly TextRange[],
): TranscriptLine {
  const olds = line.words;
  const pairs = samePairs(
    olds.map(({ start, end }) => folded(line.text.slice(start, end))),
    ranges.map(({ start, end }) => folded(text.slice(start, end))),
  );
  const words: TranscriptWord[] = [];
  let [oldAt, newAt] = [0, 0];
  const fill = (oldTo: number, newTo: number): void => {
    if (newTo === newAt) return;
    const replaced = olds.slice(oldAt, oldTo);
    const from = replaced[0]?.from ?? olds[oldAt - 1]?.to ?? line.from;
    const to = replaced.at(-1)?.to ?? olds[oldTo]?.from ?? line.to;
    words.push(...shareOut(ranges.slice(newAt, newTo), [from, Math.max(from, to)]));
  };
  for (const [old, now] of pairs) {
    fill(old, now);
    const isSame =
      line.text.slice(olds[old]!.start, olds[old]!.end) ===
      text.slice(ranges[now]!.start, ranges[now]!.end);
    const { confidence, ...rest } = olds[old]!;
    const sure = isSame && confidence !== undefined ? { confidence } : {};
    words.push({ ...rest, ...sure, ...rangeOf(ranges[now]!) });
    [oldAt, newAt] = [old + 1, now + 1];
  }
  fill(olds.length, ranges.length);
  return { ...line, text, words };
}

const rangeOf = ({ start, end }: TextRange): TextRange => ({ start, end });
