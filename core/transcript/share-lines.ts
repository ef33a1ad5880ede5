import type { TranscriptLine } from "./transcript.ts";

/** Distributes lines over a recording by their lengths, if no better timing is known. */
export function shareLines(lines: readonly TranscriptLine[], seconds: number): TranscriptLine[] {
  const all = lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  let before = 0;
  return lines.map((line) => {
    const timeAt = (characters: number): number =>
      (seconds * (before + characters)) / Math.max(1, all);
    const [from, to] = [timeAt(0), timeAt(line.text.length)];
    const words = line.words.map((word) => ({
      ...word,
      from: timeAt(word.start),
      to: timeAt(word.end),
    }));
    before += line.text.length + 1;
    return { ...line, words, from, to };
  });
}
