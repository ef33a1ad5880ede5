import { expect, it } from "vitest";
import fc from "fast-check";
import type { TranscriptLine } from "#core/transcript/transcript.ts";
import { wordAt } from "./word-at.ts";

const line = (from: number, words: readonly number[]): TranscriptLine => ({
  text: "",
  from,
  to: from + 1,
  speaker: null,
  words: words.map((at) => ({ start: 0, end: 0, from: at, to: at + 0.1 })),
});

it("TLS-1 the word at a time is the last that has started, also between words and lines", () => {
  const lines = [line(1, [1, 1.5]), line(4, [4.2, 5])];
  const at = (time: number) => wordAt(lines, time);
  expect(at(0.99)).toBeNull();
  expect(at(1)).toEqual({ line: 0, word: 0 });
  expect(at(1.5)).toEqual({ line: 0, word: 1 });
  expect(at(3.9)).toEqual({ line: 0, word: 1 });
  expect(at(4)).toEqual({ line: 1, word: 0 });
  expect(at(99)).toEqual({ line: 1, word: 1 });
  expect(wordAt([], 1)).toBeNull();
});

it("TLS-1 the line at a time is found among any number of lines as by trying all", () => {
  const starts = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 20 });
  fc.assert(
    fc.property(starts, fc.integer({ min: -1, max: 51 }), (unsorted, time) => {
      const lines = unsorted.toSorted((a, b) => a - b).map((from) => line(from, [from]));
      const last = lines.findLastIndex(({ from }) => from <= time);
      expect(wordAt(lines, time)?.line ?? -1).toBe(last);
    }),
  );
});
