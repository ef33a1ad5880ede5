import { expect, it } from "vitest";
import { readLyrics } from "./read-lyrics.ts";

it.each([
  ["Whisper", { text: "no", segments: [{ start: 1, end: 2, text: " A b" }] }, [["A b", 1, 2]]],
  ["a list", [{ start: 1, end: 2, text: "A" }], [["A", 1, 2]]],
  [
    "a podcast's transcript",
    { version: "1.0.0", segments: [{ speaker: "Ann", startTime: 1, endTime: 2, body: "A" }] },
    [["A", 1, 2, "Ann"]],
  ],
  ["Deepgram", { results: { utterances: [{ start: 1, end: 2, transcript: "A" }] } }, [["A", 1, 2]]],
  ["text alone", { text: "A" }, [["A", null, null]]],
] as const)("TLS-1 JSON of %s", (_, value, expected) => {
  const { lines, problems } = readLyrics(JSON.stringify(value));
  expect(problems).toEqual([]);
  expect(
    lines.map(({ text, from, to, voice }) => [text, from, to, ...(voice ? [voice] : [])]),
  ).toEqual(expected);
});

it("TLS-1 JSON of a recognizer keeps the times of words", () => {
  const words = [
    { word: " Hello", start: 1, end: 1.5 },
    { word: "unknown", start: 1, end: 2 },
    { text: "you.", start: 1.5, end: 2 },
    { word: "last" },
  ];
  const segments = [{ start: 1, end: 2, text: " Hello, you.", words }];
  const { lines } = readLyrics(JSON.stringify({ segments }));
  expect(lines[0]).toMatchObject({
    text: "Hello, you.",
    words: [
      { start: 0, end: 5, from: 1, to: 1.5 },
      { start: 7, end: 11, from: 1.5, to: 2 },
    ],
  });
});
