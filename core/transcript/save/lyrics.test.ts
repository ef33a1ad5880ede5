import { expect, it } from "vitest";
import type { TranscriptLine } from "../transcript.ts";
import { lyricsFromTranscript } from "./lyrics.ts";
import { readLyrics } from "../../lyrics/read-lyrics.ts";

/** A word each half a second. */
function said(text: string, from: number): TranscriptLine {
  let at = 0;
  const words = text.split(" ").map((word, index) => {
    const start = text.indexOf(word, at);
    at = start + word.length;
    return { start, end: at, from: from + index / 2, to: from + index / 2 + 0.4 };
  });
  return { text, words, from, to: words.at(-1)!.to, speaker: null };
}

it("TLS-1 a transcript gives lyrics whose lines can be read from afar, each with its time", () => {
  const text = "The morning train was late again, and nobody seemed to mind the rain";
  const { lines, problems } = readLyrics(lyricsFromTranscript([said(text, 2), said("Oh no", 20)]));
  expect(problems).toEqual([]);
  expect(lines.map((line) => line.text)).toEqual([
    "The morning train was late again,",
    "and nobody seemed to mind the rain",
    "Oh no",
  ]);
  expect(lines.map(({ from }) => from)).toEqual([2, 5, 20]);
  // Nothing is shown while nobody sings.
  expect(lines[1]!.to).toBeLessThan(12);
});
