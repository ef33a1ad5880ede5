import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitWords } from "#audio/speech/split-words.ts";
import { readLyrics } from "../lyrics/read-lyrics.ts";
import {
  correctLine,
  cutWords,
  mergeLine,
  nameSpeaker,
  setChapter,
  setSpeaker,
  splitLine,
} from "./edit-transcript.ts";
import { findFillers, findLongPauses } from "./find-fillers.ts";
import { findText, replaceText } from "./find-text.ts";
import { readTranscript } from "./read-transcript.ts";
import { retimeLine } from "./retime-line.ts";
import { writeChapters, writeJson, writeMarkdown, writeText } from "./save/texts.ts";
import { remainingRanges, soundCuts, timeAfterCuts, transcriptOfCut } from "./sound-cuts.ts";
import { type Transcript, type TranscriptLine, uncutLines } from "./transcript.ts";

/** A line with words of half a second each. */
function line(text: string, from: number): TranscriptLine {
  const words = splitWords(text).map(({ start, end }, at) => ({
    start,
    end,
    from: from + at / 2,
    to: from + at / 2 + 0.5,
  }));
  return { text, from, to: from + words.length / 2, words, speaker: null };
}
const of = (...lines: readonly TranscriptLine[]): Transcript => ({
  engine: "studio",
  model: "Moonshine tiny",
  language: "en",
  seconds: 20,
  speakers: [],
  lines,
  pauses: [],
});
const wordTexts = ({ text, words }: TranscriptLine): string[] =>
  words.map(({ start, end }) => text.slice(start, end));
const TWO = of(line("Um, good morning to you.", 1), line("How are you?", 8));

describe("corrections", () => {
  it("TLS-1 words that stay keep their times, and new ones share the time of those they replace", () => {
    const text = "Um, very good evening to you.";
    const changed = retimeLine(TWO.lines[0]!, text, splitWords(text));
    expect(wordTexts(changed)).toEqual(["Um,", "very", "good", "evening", "to", "you."]);
    expect(changed.words.map(({ from }) => from)).toEqual([1, 1.5, 1.5, 2, 2.5, 3]);
    const fewer = retimeLine(TWO.lines[0]!, "Hi to you.", splitWords("Hi to you."));
    expect(fewer.words.map(({ from, to }) => [from, to])).toEqual([
      [1, 2.5],
      [2.5, 3],
      [3, 3.5],
    ]);
  });

  it("TLS-1 whatever is written, words are in order, in their line's time, and cover their text", () => {
    const texts = fc.array(
      fc.constantFrom("good", "morning", "to", "you", "very", "你好", "—", "x"),
    );
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join(" ");
        const { words, from, to } = retimeLine(TWO.lines[0]!, text, splitWords(text));
        expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(
          splitWords(text).map((word) => word.text),
        );
        let last = from;
        for (const word of words) {
          expect(word.from).toBeGreaterThanOrEqual(last - 1e-9);
          expect(word.to).toBeGreaterThanOrEqual(word.from);
          last = word.from;
        }
        expect(words.at(-1)?.to ?? to).toBeLessThanOrEqual(to + 1e-9);
      }),
    );
  });

  it("TLS-1 lines are split, joined, emptied, and found and replaced everywhere or once", () => {
    const split = splitLine(TWO, { line: 0, word: 2 });
    expect(split.lines.map(({ text }) => text)).toEqual([
      "Um, good",
      "morning to you.",
      "How are you?",
    ]);
    expect(split.lines[1]).toMatchObject({ from: 2, to: 3.5 });
    expect(wordTexts(split.lines[1]!)).toEqual(["morning", "to", "you."]);
    expect(mergeLine(split, 1).lines[0]).toEqual(TWO.lines[0]);
    expect(mergeLine(of(line("你好", 0), line("世界", 2)), 1).lines[0]!.text).toBe("你好世界");
    expect(correctLine(TWO, 1, "  ", splitWords).lines).toHaveLength(1);
    expect(findText(TWO, "YOU", true)).toEqual([]);
    const found = findText(TWO, "YOU", false);
    expect(found).toHaveLength(2);
    const options = { find: "you", replace: "them (all)", matchCase: false };
    expect(replaceText(TWO, options, splitWords).lines.map(({ text }) => text)).toEqual([
      "Um, good morning to them (all).",
      "How are them (all)?",
    ]);
    const once = replaceText(TWO, { ...options, only: found[1] }, splitWords);
    expect(once.lines[0]).toBe(TWO.lines[0]);
    // Regular expression syntax is matched literally.
    expect(findText(TWO, ".", false)).toHaveLength(1);
    expect(findText(TWO, "", false)).toEqual([]);
  });
});

describe("cuts of a transcript", () => {
  it("TLS-1 goes from the text and from the sound, whose times move up", () => {
    const cut = cutWords(TWO, findFillers(TWO), true);
    expect(uncutLines(cut)[0]!.text).toBe("good morning to you.");
    expect(soundCuts(cut)).toEqual([{ from: 1, to: 1.5 }]);
    expect(remainingRanges(soundCuts(cut), 20)).toEqual([
      [0, 1],
      [1.5, 20],
    ]);
    const moved = transcriptOfCut(cut, uncutLines(cut));
    expect(moved.lines.map(({ from }) => from)).toEqual([1, 7.5]);
    expect(moved.seconds).toBe(19.5);
    expect(cutWords(cut, [{ line: 0, word: 0 }], false).lines[0]).toEqual(TWO.lines[0]);
    const all = cutWords(
      TWO,
      [0, 1, 2].map((word) => ({ line: 1, word })),
      true,
    );
    expect(uncutLines(all)).toHaveLength(1);
  });

  it("TLS-1 long pauses keep half a second, and overlapping cuts count once", () => {
    const pauses = findLongPauses(TWO, 2);
    expect(pauses).toEqual([
      { from: 3.75, to: 7.75 },
      { from: 9.75, to: 19.75 },
    ]);
    const cut = { ...TWO, pauses: [...pauses, { from: 3, to: 4 }] };
    expect(soundCuts(cut)[0]).toEqual({ from: 3, to: 7.75 });
    expect(timeAfterCuts(soundCuts(cut), 8)).toBeCloseTo(3.25, 9);
    expect(findLongPauses(of(), 1)).toEqual([]);
  });
});

describe("speakers, chapters and files", () => {
  const named = setChapter(setSpeaker(nameSpeaker(TWO, 0, "Ada"), 1, 0), 1, "Second *part*");

  it("TLS-1 texts name speakers, and chapters start at their times", () => {
    expect(writeText(named)).toBe(
      "Um, good morning to you.\n\nSecond *part*\n\nAda: How are you?\n",
    );
    expect(writeMarkdown(named, "A_B")).toContain("# A\\_B\n\n**0:01** Um, good");
    expect(writeMarkdown(named, "A")).toContain("## Second \\*part\\*\n\n**0:08 Ada** How");
    expect(writeChapters(named, "Intro")).toBe("0:00 Intro\n0:08 Second *part*\n");
    expect(writeChapters(setChapter(TWO, 0, "First"), "Intro")).toBe("0:00 First\n");
  });

  it("TLS-1 exported JSON can be imported; other content is rejected", () => {
    expect(readTranscript(writeJson(named))).toEqual(named);
    for (const wrong of [
      "",
      "{",
      "[]",
      '{"engine":"align"}',
      writeJson(named).replace('"en"', "1"),
    ])
      expect(readTranscript(wrong)).toBeNull();
    expect(readLyrics("").lines).toEqual([]);
  });
});
