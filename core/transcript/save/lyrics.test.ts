import { expect, it } from "vitest";
import type { TranscriptLine } from "../transcript.ts";
import { captionsFromTranscript, lyricsFromTranscript } from "./lyrics.ts";
import { readLyrics } from "../../lyrics/read-lyrics.ts";

/** A line with one word every half second. */
function lineOf(text: string, from: number): TranscriptLine {
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
  const { lines, problems } = readLyrics(
    lyricsFromTranscript([lineOf(text, 2), lineOf("Oh no", 20)]),
  );
  expect(problems).toEqual([]);
  expect(lines.map((line) => line.text)).toEqual([
    "The morning train was late again,",
    "and nobody seemed to mind the rain",
    "Oh no",
  ]);
  expect(lines.map(({ from }) => from)).toEqual([2, 5, 20]);
  // Nothing is displayed during an instrumental passage.
  expect(lines[1]!.to).toBeLessThan(12);
});

it("TLS-1 a transcript becomes captions with word times, which stay long enough to be read", () => {
  const text = "Ada & Bo say a<b to all of us";
  const { lines, problems } = readLyrics(
    captionsFromTranscript([lineOf(text, 2), lineOf("Oh", 3700.25)]),
  );
  expect(problems).toEqual([]);
  expect(lines.map((line) => [line.text, line.from, line.to])).toEqual([
    [text, 2, 6.4],
    ["Oh", 3700.25, 3701.25],
  ]);
  const words = lines[0]!.words.map(({ start, end, from }) => [text.slice(start, end), from]);
  expect(words).toEqual(text.split(" ").map((word, at) => [word, 2 + at / 2]));
  // The last word ends with its own time, not with its caption.
  expect(lines[1]!.words).toEqual([{ start: 0, end: 2, from: 3700.25, to: 3700.65 }]);
});
