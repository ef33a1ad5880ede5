import { describe, expect, it } from "vitest";
import { isRightToLeft, layOutFrame } from "./video-frame.ts";
import { readLyrics } from "./read-lyrics.ts";

const SIZE = { width: 1280, height: 720 };
/** Each character is half as wide as it is high. */
const measure = (text: string, fontSize: number): number => (text.length * fontSize) / 2;
const frame = (lrc: string, time: number) =>
  layOutFrame(readLyrics(lrc).lines, time, SIZE, measure);

describe("a picture of a lyric video", () => {
  const song = "[00:05.00]<00:05.00>one <00:06.00>two <00:08.00>\n[00:08.50]three";

  it("TLS-1 lights the words up while they are sung, and shows the next line", () => {
    const lit = [5, 5.5, 6, 7, 8].map((time) => {
      const { text, lit, width } = frame(song, time)[0]!;
      expect(text).toBe("one two");
      return lit / width;
    });
    expect(lit[0]).toBe(0);
    expect(lit[1]).toBeCloseTo(1.5 / 7);
    expect(lit[2]).toBeCloseTo(4 / 7);
    expect(lit[3]).toBeCloseTo(5.5 / 7);
    expect(lit[4]).toBe(1);
    expect(frame(song, 6)[1]).toMatchObject({ kind: "next", text: "three", lit: 0 });
  });

  it("TLS-1 counts the first line in, and lights a line without words up as a whole", () => {
    expect(frame(song, 1).map(({ kind }) => kind)).toEqual(["next"]);
    expect(frame(song, 2.5)[0]).toMatchObject({ kind: "count", text: "●●●" });
    const [row] = frame(song, 9);
    expect(row).toMatchObject({ kind: "now", text: "three" });
    expect(row!.lit).toBe(row!.width);
  });

  it("TLS-1 breaks long lines between words, and between characters where there are no spaces", () => {
    const long = "mmmmm ".repeat(40).trim();
    const rows = frame(`[00:01.00]${long}`, 1.5);
    expect(rows.map(({ text }) => text).join(" ")).toBe(long);
    const chinese = "月".repeat(60);
    const others = frame(`[00:01.00]${chinese}`, 1.5);
    expect(others.length).toBeGreaterThan(1);
    expect(others.map(({ text }) => text).join("")).toBe(chinese);
    for (const { width, y, fontSize } of [...rows, ...others]) {
      expect(width).toBeLessThanOrEqual(0.88 * SIZE.width);
      expect(y - fontSize / 2).toBeGreaterThan(0);
      expect(y + fontSize / 2).toBeLessThan(SIZE.height);
    }
  });

  it("TLS-1 lights up one row after the other, also where a word goes over both", () => {
    const lit = [1, 2, 3, 4, 4.9].map((time) => {
      const rows = frame(`[00:01.00]<00:01.00>${"月".repeat(60)}<00:05.00>`, time);
      expect(rows).toHaveLength(2);
      return rows.map(({ lit, width }) => lit / width);
    });
    expect(lit[0]).toEqual([0, 0]);
    expect(lit[1]![1]).toBe(0);
    for (const [first, second] of lit) expect(first === 1 || second === 0).toBe(true);
    expect(lit[4]![0]).toBe(1);
    expect(lit[4]![1]).toBeGreaterThan(0.9);
  });

  it("TLS-1 shows lines that begin together one below the other, none over another", () => {
    const rows = frame(
      `[00:01.00]Hello\n[00:01.00]${"mmmm ".repeat(30)}\n[00:02.00]A\n[00:02.00]B`,
      1.5,
    );
    const kinds = Map.groupBy(rows, ({ kind }) => kind);
    expect(kinds.get("now")!.length).toBeGreaterThan(1);
    expect(kinds.get("now")![0]!.text).toBe("Hello");
    expect(kinds.get("next")!.map(({ text }) => text)).toEqual(["A", "B"]);
    for (const [at, { y, fontSize }] of rows.entries()) {
      const above = rows[at - 1];
      if (above) expect(y - fontSize / 2).toBeGreaterThanOrEqual(above.y + above.fontSize / 2);
      expect(y + fontSize / 2).toBeLessThan(SIZE.height);
    }
  });

  it("NAV-4 is laid out from the right where the first letter is of such a script", () => {
    expect(frame("[00:01.00]«سلام» world", 1.5)[0]!.isRtl).toBe(true);
    expect(isRightToLeft("שלום")).toBe(true);
    expect(isRightToLeft("12 hello سلام")).toBe(false);
    expect(isRightToLeft("…")).toBe(false);
  });
});
