import { describe, expect, it } from "vitest";
import { createRangeTest, lineRanges } from "./line-ranges.ts";

describe("the ranges of lines", () => {
  const by = (voice: string | null, from: number, to: number | null = null) => ({
    text: "la",
    from,
    to,
    words: [],
    ...(voice !== null && { voice }),
  });
  const rangesOf = (...input: Parameters<typeof lineRanges>) =>
    lineRanges(...input).map(({ from, to }) => [from, to]);

  it("TLS-15 a line of a voice lasts until the next line of either one, or until its own end", () => {
    const lines = [by("Ada", 0), by("Bo", 2), by("Bo", 4, 9), by("Ada", 6, 7), by(null, 8)];
    expect(rangesOf(lines, "Ada")).toEqual([
      [0, 2],
      [6, 7],
      [8, 18],
    ]);
    // Voices that overlap by their own times keep these.
    expect(rangesOf(lines, "Bo")).toEqual([
      [2, 4],
      [4, 8],
      [8, 18],
    ]);
  });

  it("TLS-15 both voices may start together, and the first of a voice's lines is sung", () => {
    const lines = [by("Ada", 1), by("Bo", 1), by("Ada", 1), by("Bo", 3)];
    expect(rangesOf(lines, "Ada")).toEqual([[1, 3]]);
    expect(rangesOf(lines, "Bo")).toEqual([
      [1, 3],
      [3, 13],
    ]);
    expect(rangesOf([], "Ada")).toEqual([]);
  });

  it("TLS-15 ascending times are looked up in one walk", () => {
    let reads = 0;
    const ranges = Array.from({ length: 100 }, (_, at) => ({
      get from() {
        reads += 1;
        return 2 * at;
      },
      get to() {
        reads += 1;
        return 2 * at + 1;
      },
    }));
    const isWithin = createRangeTest(ranges);
    const found = Array.from({ length: 400 }, (_, at) => isWithin(at / 2));
    expect(found).toEqual(Array.from({ length: 400 }, (_, at) => at % 4 < 2));
    expect(reads).toBeLessThan(3 * (400 + 100));
    expect(createRangeTest([{ from: 1, to: 1 }])(1)).toBe(false);
  });
});
