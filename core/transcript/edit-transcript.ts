import { retimeLine, type TextRange } from "./retime-line.ts";
import type { PauseCut, Transcript, TranscriptLine, WordPosition } from "./transcript.ts";

export type SplitText = (text: string) => readonly TextRange[];

const changeLine = (
  transcript: Transcript,
  at: number,
  change: (line: TranscriptLine) => TranscriptLine,
): Transcript => ({
  ...transcript,
  lines: transcript.lines.map((line, index) => (index === at ? change(line) : line)),
});

/** Replaces the text of a line; an empty text removes the line. */
export function correctLine(
  transcript: Transcript,
  at: number,
  written: string,
  split: SplitText,
): Transcript {
  const text = written.replace(/\s+/gu, " ").trim();
  if (text === "") return { ...transcript, lines: transcript.lines.toSpliced(at, 1) };
  if (text === transcript.lines[at]!.text) return transcript;
  return changeLine(transcript, at, (line) => retimeLine(line, text, split(text)));
}

/** Splits a line in two; the second one begins with the given word. */
export function splitLine<T extends Pick<Transcript, "lines">>(
  transcript: T,
  { line: at, word }: WordPosition,
): T {
  const line = transcript.lines[at]!;
  const first = line.words[word];
  if (!first || word === 0) return transcript;
  const { chapter: _chapter, ...rest } = line;
  const before = line.words.slice(0, word);
  const after = line.words.slice(word).map((own) => ({
    ...own,
    start: own.start - first.start,
    end: own.end - first.start,
  }));
  return {
    ...transcript,
    lines: transcript.lines.toSpliced(
      at,
      1,
      {
        ...line,
        text: line.text.slice(0, first.start).trimEnd(),
        words: before,
        to: before.at(-1)!.to,
      },
      { ...rest, text: line.text.slice(first.start), words: after, from: first.from },
    ),
  };
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Merges a line into the previous one. */
export function mergeLine(transcript: Transcript, at: number): Transcript {
  const [before, line] = [transcript.lines[at - 1], transcript.lines[at]];
  if (!before || !line) return transcript;
  const isClose = UNSPACED.test(before.text.at(-1) ?? "") && UNSPACED.test(line.text[0] ?? "");
  const gap = isClose ? "" : " ";
  const by = before.text.length + gap.length;
  const words = line.words.map((word) => ({
    ...word,
    start: word.start + by,
    end: word.end + by,
  }));
  const merged: TranscriptLine = {
    ...before,
    text: `${before.text}${gap}${line.text}`,
    words: [...before.words, ...words],
    to: Math.max(before.to, line.to),
  };
  return { ...transcript, lines: transcript.lines.toSpliced(at - 1, 2, merged) };
}

/** Sets the speaker of a line, and of the following lines that have the same speaker. */
export function setSpeaker(transcript: Transcript, at: number, speaker: number | null): Transcript {
  const was = transcript.lines[at]!.speaker;
  let end = at + 1;
  while (transcript.lines[end]?.speaker === was && end < transcript.lines.length) end++;
  return {
    ...transcript,
    lines: transcript.lines.map((line, index) =>
      index >= at && index < end ? { ...line, speaker } : line,
    ),
  };
}

/** Renames a speaker, or adds one. */
export const nameSpeaker = (transcript: Transcript, at: number, name: string): Transcript => ({
  ...transcript,
  speakers: transcript.speakers.toSpliced(at, 1, name),
});

/** Starts a chapter at a line; an empty name removes the chapter. */
export const setChapter = (transcript: Transcript, at: number, chapter: string): Transcript =>
  changeLine(transcript, at, ({ chapter: _was, ...line }) =>
    chapter.trim() === "" ? line : { ...line, chapter },
  );

/** Cuts words and their audio, or restores them. */
export function cutWords(
  transcript: Transcript,
  positions: readonly WordPosition[],
  isCut: boolean,
): Transcript {
  const of = Map.groupBy(positions, ({ line }) => line);
  return {
    ...transcript,
    lines: transcript.lines.map((line, at) => {
      const own = new Set(of.get(at)?.map(({ word }) => word));
      if (own.size === 0) return line;
      return {
        ...line,
        words: line.words.map(({ cut: was, ...word }, index) => {
          const isOwn = own.has(index);
          return (isOwn ? isCut : was) ? { ...word, cut: true as const } : word;
        }),
      };
    }),
  };
}

/** Sets the pauses that are cut; pauses missing in `pauses` are restored. */
export const cutPauses = (transcript: Transcript, pauses: readonly PauseCut[]): Transcript => ({
  ...transcript,
  pauses,
});
