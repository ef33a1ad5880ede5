import { describe, expect, it } from "vitest";
import { readLyrics } from "./read-lyrics.ts";
import { showAt, togetherWith, wordsBegun } from "./show-at.ts";

const { lines } = readLyrics(
  "[00:05.00]<00:05.00>one <00:06.00>two <00:07.00>\n[00:07.50]three\n[00:09.00]\n[00:20.00]four",
);

describe("the lyrics shown at a time", () => {
  it("TLS-1 is the line, the words that have begun and the next line", () => {
    expect(showAt(lines, 5.5)).toEqual({ line: 0, next: 1, count: 0 });
    expect([4, 5.5, 6.1].map((time) => wordsBegun(lines[0]!, time))).toEqual([0, 1, 2]);
    expect(showAt(lines, 7.2)).toMatchObject({ line: 0, next: 1 });
    expect(showAt(lines, 8)).toMatchObject({ line: 1, next: 2 });
  });

  it("TLS-1 counts in after a rest and before the first line", () => {
    expect(showAt(lines, 1)).toEqual({ line: null, next: 0, count: 0 });
    expect([2.1, 3.5, 4.9].map((time) => showAt(lines, time).count)).toEqual([3, 2, 1]);
    expect(showAt(lines, 12)).toEqual({ line: null, next: 2, count: 0 });
    expect(showAt(lines, 17.5).count).toBe(3);
    expect(showAt(lines, 30)).toMatchObject({ line: 2, next: null, count: 0 });
  });

  it("TLS-1 is all of what begins together, such as a line and its translation", () => {
    const both = readLyrics(
      "[00:01.00]Hello\n[00:01.00]Hallo\n[00:04.00]Next\n[00:04.00]Weiter",
    ).lines;
    const shown = [1, 2, 3.9].map((time) => showAt(both, time));
    expect(shown).toEqual(Array(3).fill({ line: 0, next: 2, count: 0 }));
    expect(togetherWith(both, 0).map(({ text, to }) => [text, to])).toEqual([
      ["Hello", 4],
      ["Hallo", 4],
    ]);
    expect(togetherWith(both, 2).map(({ text }) => text)).toEqual(["Next", "Weiter"]);
    const rows = readLyrics("1\n00:00:01,000 --> 00:00:02,000\nOne\nTwo\n").lines;
    expect([showAt(rows, 1.5).line, togetherWith(rows, 0)]).toEqual([0, rows]);
  });

  it("TLS-4 is nothing where nothing has a time", () => {
    const plain = readLyrics("one\ntwo").lines;
    expect(showAt(plain, 3)).toEqual({ line: null, next: null, count: 0 });
  });
});
