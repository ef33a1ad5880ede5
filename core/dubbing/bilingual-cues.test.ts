import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bilingualCues } from "./bilingual-cues.ts";
import type { Segment } from "./segment.ts";

const split = (text: string) =>
  Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
const segment = (from: number, to: number, source: string, target: string): Segment => ({
  from,
  to,
  source,
  target,
  by: target === "" ? null : "hand",
});
const rowsOf = (...segments: readonly Segment[]) =>
  bilingualCues(segments, split).map(({ rows }) => rows);

describe("subtitles in two languages", () => {
  it("TLS-1 have the translation above the original, at the time of the line", () => {
    const cues = bilingualCues([segment(1, 3, "Good evening.", "Guten Abend.")], split);
    expect(cues).toEqual([
      { from: 1, to: 3, rows: ["Guten Abend.", "Good evening."], speaker: null },
    ]);
  });

  it("TLS-1 have the text that there is where the other language is missing", () => {
    expect(
      rowsOf(segment(1, 2, "One", ""), segment(3, 4, "", "Zwei"), segment(5, 6, " ", "")),
    ).toEqual([["One"], ["Zwei"]]);
  });

  it("TLS-1 are divided together where one language needs more subtitles", () => {
    const source =
      "The river carries sand from the mountains, and it settles where the water is slow, until an island rises.";
    const target =
      "Der Fluss trägt Sand aus den Bergen herab, der sich dort absetzt, wo das Wasser langsam fließt, bis sich schließlich eine Insel erhebt.";
    const cues = bilingualCues([segment(0, 9, source, target)], split);
    expect(cues.length).toBeGreaterThan(1);
    for (const [at, { from, to, rows }] of cues.entries()) {
      // Each has both languages, in at most two rows each, and none overlaps the next one.
      const german = rows.findLastIndex((row) => target.includes(row)) + 1;
      const [above, below] = [rows.slice(0, german), rows.slice(german)];
      for (const part of [above, below]) {
        expect(part.length).toBeGreaterThan(0);
        expect(part.length).toBeLessThanOrEqual(2);
      }
      expect(below.every((row) => source.includes(row))).toBe(true);
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThanOrEqual(cues[at + 1]?.from ?? Infinity);
    }
  });

  it("TLS-1 lose and repeat no word of either language, in order", () => {
    const words = (letters: string) =>
      fc
        .array(
          fc.string({ unit: fc.constantFrom(...letters.split("")), minLength: 1, maxLength: 12 }),
          {
            maxLength: 40,
          },
        )
        .map((all) => all.join(" "));
    fc.assert(
      fc.property(words("abc"), words("xyz."), fc.double({ min: 0.5, max: 20 }), (a, b, length) => {
        const rows = rowsOf(segment(2, 2 + length, a, b)).flat();
        const taken = (pattern: RegExp) =>
          rows
            .flatMap((row) => row.split(" "))
            .filter((word) => pattern.test(word))
            .join(" ");
        expect(taken(/^[abc]+$/)).toBe(a);
        expect(taken(/^[xyz.]+$/)).toBe(b);
      }),
    );
  });
});
