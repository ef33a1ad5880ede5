import { expect, it } from "vitest";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import { extractSpeakers } from "./extract-speakers.ts";

const line = (text: string, voice?: string): LyricLine => ({
  text,
  from: null,
  to: null,
  words: [],
  ...(voice !== undefined && { voice }),
});
const take = (...lines: LyricLine[]) => {
  const taken = extractSpeakers(lines);
  return {
    speakers: taken.speakers,
    lines: taken.lines.map(({ line: { text }, speaker }) => [text, speaker]),
  };
};

it("TLS-1 speakers come from voice spans, and lines without one have none", () => {
  expect(take(line("Hi", "Anna"), line("Hm"), line("Yes", "Ben"), line("So", "Anna"))).toEqual({
    speakers: ["Anna", "Ben"],
    lines: [
      ["Hi", 0],
      ["Hm", null],
      ["Yes", 1],
      ["So", 0],
    ],
  });
});

it("TLS-1 speakers come from names at the start of lines, which also hold for the lines below", () => {
  expect(take(line("Anna: Hi"), line("there"), line("Ben： Yes"), line("Anna: So: yes"))).toEqual({
    speakers: ["Anna", "Ben"],
    lines: [
      ["Hi", 0],
      ["there", 0],
      ["Yes", 1],
      ["So: yes", 0],
    ],
  });
});

it("TLS-4 words before colons are no speakers if none is repeated, or if there are too many", () => {
  const once = [line("Note: one"), line("Warning: two")];
  expect(take(...once)).toEqual({
    speakers: [],
    lines: once.map(({ text }) => [text, null]),
  });
  const many = Array.from({ length: 13 }, (_, i) => [line(`N${i}: a`), line(`N${i}: b`)]).flat();
  expect(take(...many).speakers).toEqual([]);
  expect(take(...many.slice(0, 24)).speakers).toHaveLength(12);
  expect(take(line("12:30 lunch"), line("12:30 rest")).speakers).toEqual([]);
});
