import {
  type Cue,
  type TimedCue,
  CUE_RULES,
  columnsOf,
  cuesOf,
  lastUntilRead,
  rowsOf,
} from "../transcript/save/cues.ts";
import type { TextRange } from "../transcript/retime-line.ts";
import type { TranscriptLine, TranscriptWord } from "../transcript/transcript.ts";
import { lineOfSide } from "./segment-cues.ts";
import type { Segment } from "./segment.ts";

/** A subtitle with its rows by language. */
interface PairedCue extends Cue {
  /** Columns of the language that takes longer to read. */
  readonly columns: number;
}

/** Words of a line as rows, in more rows than usual where they need them. */
function rowsIn(line: TranscriptLine, words: readonly TranscriptWord[]): readonly string[] {
  if (words.length === 0) return [];
  for (let rows = CUE_RULES.rows; rows <= words.length; rows++) {
    const found = rowsOf(line, words, { ...CUE_RULES, rows });
    if (found) return found.map((row) => line.text.slice(row[0]!.start, row.at(-1)!.end));
  }
  return [line.text.slice(words[0]!.start, words.at(-1)!.end)];
}

/** Words by the subtitle in which they begin. */
function wordsByCue(
  { words }: TranscriptLine,
  cues: readonly TimedCue[],
): readonly (readonly TranscriptWord[])[] {
  const groups: TranscriptWord[][] = cues.map(() => []);
  let at = 0;
  for (const word of words) {
    const middle = (word.from + word.to) / 2;
    while (at + 1 < cues.length && cues[at + 1]!.from <= middle) at++;
    groups[at]!.push(word);
  }
  return groups;
}

/** One segment in both languages: divided as the language that needs more subtitles. */
function pairCues(source: TranscriptLine, target: TranscriptLine): readonly PairedCue[] {
  const [sources, targets] = [cuesOf([source]), cuesOf([target])];
  const isBySource = sources.length > targets.length;
  const [cues, other] = isBySource ? [sources, target] : [targets, source];
  const groups = wordsByCue(other, cues);
  return cues.map(({ from, to, rows, speaker }, at) => {
    const otherRows = rowsIn(other, groups[at]!);
    return {
      from,
      to,
      speaker,
      rows: isBySource ? [...otherRows, ...rows] : [...rows, ...otherRows],
      columns: Math.max(columnsOf(rows.join(" ")), columnsOf(otherRows.join(" "))),
    };
  });
}

/** Subtitles with the translation above the original; what lacks one has the other alone. */
export function bilingualCues(
  segments: readonly Segment[],
  split: (text: string) => readonly TextRange[],
): Cue[] {
  const paired = segments.flatMap((segment): readonly PairedCue[] => {
    const source = lineOfSide(segment, "source", split);
    const target = lineOfSide(segment, "target", split);
    if (source && target) return pairCues(source, target);
    const alone = source ?? target;
    if (!alone) return [];
    return cuesOf([alone]).map((cue) => ({ ...cue, columns: columnsOf(cue.rows.join(" ")) }));
  });
  return lastUntilRead(paired, ({ columns }) => columns).map(({ from, to, rows, speaker }) => ({
    from,
    to,
    rows,
    speaker,
  }));
}
