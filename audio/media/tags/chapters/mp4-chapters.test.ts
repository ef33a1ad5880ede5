import { describe, expect, it } from "vitest";
import { addChapters } from "./mp4-chapters.ts";

const box = (name: string, ...content: number[]): number[] => [
  0,
  0,
  0,
  8 + content.length,
  ...Array.from(name, (letter) => letter.charCodeAt(0)),
  ...content,
];

describe("chapters of MP4", () => {
  it("TLS-2 go into what the file has of its user's data, or into a new box", () => {
    const chapter = [{ start: 1.5, title: "Zwölf" }];
    const old = addChapters(
      Uint8Array.from(box("moov", ...box("trak", 1), ...box("udta", 7))),
      chapter,
    );
    const text = new TextDecoder().decode(old);
    expect(text.match(/udta/g)).toHaveLength(1);
    expect(text).toContain("Zwölf");
    expect(new DataView(old.buffer).getUint32(0)).toBe(old.length);
    const fresh = addChapters(Uint8Array.from(box("moov", ...box("trak", 1))), chapter);
    expect(new TextDecoder().decode(fresh)).toMatch(/trak.*udta.*chpl/s);
    // 1.5 s in units of 100 ns.
    const at = new TextDecoder("latin1").decode(fresh).indexOf("chpl") + 4 + 9;
    expect(new DataView(fresh.buffer).getBigUint64(at)).toBe(15_000_000n);
  });

  it("TLS-4 cut titles between characters, and no more than players read", () => {
    const many = Array.from({ length: 300 }, (_, start) => ({ start, title: "ß".repeat(200) }));
    const made = addChapters(Uint8Array.from(box("moov")), many);
    expect(new TextDecoder().decode(made)).not.toContain("\uFFFDß\uFFFD");
    const at = new TextDecoder("latin1").decode(made).indexOf("chpl") + 4;
    expect(made[at + 8]).toBe(255);
    expect(made[at + 17]).toBe(254);
  });
});
