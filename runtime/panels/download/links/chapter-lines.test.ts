import { describe, expect, it } from "vitest";
import { readChapterLines, writeChapterLines } from "./chapter-lines.ts";

describe("chapters as lines", () => {
  it("TLS-2 are read as they were written", () => {
    const chapters = [
      { start: 0, title: "Introduction" },
      { start: 62.5, title: "Über Flüsse" },
      { start: 3723, title: "河" },
      { start: 4000, title: "" },
    ];
    const text = writeChapterLines(chapters);
    expect(text).toBe("0:00 Introduction\n1:02.500 Über Flüsse\n1:02:03 河\n1:06:40");
    expect(readChapterLines(text)).toEqual(chapters);
  });

  it("TLS-2 are read as descriptions have them, in the order of their times", () => {
    const text = "\n[01:30] – Second\r\n0:00 - First: the start\n(1:00:00) Third\n";
    expect(readChapterLines(text)).toEqual([
      { start: 0, title: "First: the start" },
      { start: 90, title: "Second" },
      { start: 3600, title: "Third" },
    ]);
  });

  it("TLS-4 name the first line without a time", () => {
    expect(readChapterLines("0:00 One\n\nTwo at 1:00\nThree")).toBe(3);
    expect(readChapterLines("12 Twelve")).toBe(1);
    expect(readChapterLines("")).toEqual([]);
  });
});
