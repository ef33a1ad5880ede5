import type { TranscriptLine, WordPosition } from "#core/transcript/transcript.ts";

/**
 * The line and word that are spoken at a time in seconds, or were spoken last; null before the
 * first.
 */
export function wordAt(lines: readonly TranscriptLine[], time: number): WordPosition | null {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.from <= time) low = middle + 1;
    else high = middle;
  }
  const line = low - 1;
  if (line < 0) return null;
  const word = lines[line]!.words.findLastIndex(({ from }) => from <= time);
  return { line, word: Math.max(0, word) };
}
