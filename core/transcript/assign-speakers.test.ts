import { expect, it } from "vitest";
import { assignSpeakers, type SpokenRange } from "./assign-speakers.ts";
import type { TranscriptLine } from "./transcript.ts";

/** A line of words of half a second each, one after the other. */
function lineOf(text: string, from: number, gap = 0): TranscriptLine {
  let start = 0;
  const words = text.split(" ").map((word, at) => {
    const own = { start, end: start + word.length, from: from + at * (0.5 + gap) };
    start += word.length + 1;
    return { ...own, to: own.from + 0.5 };
  });
  return { text, from, to: words.at(-1)!.to, words, speaker: null };
}
const turn = (speaker: number, from: number, to: number): SpokenRange => ({ speaker, from, to });
const labeled = (lines: readonly TranscriptLine[], turns: readonly SpokenRange[]) =>
  assignSpeakers({ lines, speakers: [] }, turns, ["Anna", "Ben"]).lines.map(
    ({ speaker, text }) => [speaker, text] as const,
  );

it("TLS-11 lines are split where the speaker changes, each with its words and times", () => {
  const line = { ...lineOf("one two three four", 10), chapter: "Start" };
  const { lines, speakers } = assignSpeakers(
    { lines: [line], speakers: [] },
    [turn(1, 9, 11.1), turn(0, 11.1, 14)],
    ["Anna", "Ben"],
  );
  expect(speakers).toEqual(["Anna", "Ben"]);
  expect(
    lines.map(({ text, speaker, from, to, chapter }) => [text, speaker, from, to, chapter]),
  ).toEqual([
    ["one two", 1, 10, 11, "Start"],
    ["three four", 0, 11, 12, undefined],
  ]);
  for (const { text, words } of lines)
    expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(text.split(" "));
});

it("TLS-11 where two speak, a word is the one's who speaks longer, else of the one before", () => {
  const line = lineOf("one two three four", 0);
  expect(labeled([line], [turn(0, 0, 2), turn(1, 0.5, 2)])).toEqual([[0, "one two three four"]]);
  expect(labeled([line], [turn(0, 0, 1.1), turn(1, 0.6, 2)])).toEqual([
    [0, "one two"],
    [1, "three four"],
  ]);
});

it("TLS-11 a short word between two of another speaker is no line of its own", () => {
  const { words, ...line } = lineOf("one two three", 0);
  const short = words.map((word, at) => (at === 1 ? { ...word, to: word.from + 0.3 } : word));
  const turns = [turn(0, 0, 0.5), turn(1, 0.5, 0.8), turn(0, 0.8, 2)];
  expect(labeled([{ ...line, words: short }], turns)).toEqual([[0, "one two three"]]);
  expect(labeled([{ ...line, words }], turns)).toHaveLength(3);
});

it("TLS-11 words far from any turn have no speaker, near ones that of the nearest", () => {
  expect(labeled([lineOf("one", 0), lineOf("two", 20)], [turn(1, 0.8, 3)])).toEqual([
    [1, "one"],
    [null, "two"],
  ]);
  expect(labeled([lineOf("one two", 0)], [])).toEqual([[null, "one two"]]);
});
