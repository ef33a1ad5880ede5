import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import zlib from "node:zlib";
import { Blob, Face, Font } from "harfbuzzjs";
import { describe, expect, it } from "vitest";
import { stampOf } from "./outline.ts";
import { unpackWoff2 } from "./woff2.ts";

const require = createRequire(import.meta.url);
const serif = path.dirname(require.resolve("@fontsource/source-serif-4/unicode.json"));
const file = (subset: string, ending: string): Buffer =>
  fs.readFileSync(`${serif}/files/source-serif-4-${subset}-400-normal.${ending}`);
const stampIn = (font: Font, glyph: number) =>
  stampOf({ font, unitsPerEm: font.face.upem }, glyph, 100);
const fontOf = (data: Buffer): Font => new Font(new Face(new Blob(data)));

/** The same font in the older format, whose tables are packed one by one. */
function unpackWoff(data: Buffer): Buffer {
  const count = data.readUInt16BE(12);
  const directory = Buffer.alloc(12 + count * 16);
  data.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const parts = [directory];
  let end = directory.length;
  for (let at = 0; at < count; at++) {
    const from = 44 + at * 20;
    const [offset, packed, length] = [4, 8, 12].map((position) =>
      data.readUInt32BE(from + position),
    );
    const bytes = data.subarray(offset, offset! + packed!);
    const table = packed! < length! ? zlib.inflateSync(bytes) : bytes;
    data.copy(directory, 12 + at * 16, from, from + 4);
    directory.writeUInt32BE(end, 12 + at * 16 + 8);
    directory.writeUInt32BE(length!, 12 + at * 16 + 12);
    parts.push(Buffer.from(table), Buffer.alloc(-length! & 3));
    end += length! + (-length! & 3);
  }
  return Buffer.concat(parts);
}

describe("fonts in WOFF2", () => {
  it.each(["latin", "latin-ext", "cyrillic", "vietnamese"])(
    "SEO-1 have the outlines and widths of the same font in WOFF: %s",
    (subset) => {
      const [old, now] = [
        fontOf(unpackWoff(file(subset, "woff"))),
        fontOf(unpackWoff2(file(subset, "woff2"))),
      ];
      const characters = [...old.face.collectUnicodes()];
      expect([...now.face.collectUnicodes()]).toEqual(characters);
      expect(characters.length).toBeGreaterThan(50);
      for (const character of characters) {
        const [was, is] = [old.nominalGlyph(character)!, now.nominalGlyph(character)!];
        expect(now.glyphHAdvance(is)).toBe(old.glyphHAdvance(was));
        // The older file draws as one what are several parts here: the same is covered.
        const [before, after] = [stampIn(old, was), stampIn(now, is)];
        const { covered: _, ...placement } = before;
        expect(after, `U+${character.toString(16)}`).toMatchObject(placement);
        const other = after.covered.filter(
          (level, at) => Math.abs(level - before.covered[at]!) > 2,
        );
        expect(other.length, `U+${character.toString(16)}`).toBeLessThan(10);
      }
    },
  );

  it("SEO-1 a file that is none, or that is cut off, is refused", () => {
    const whole = file("latin", "woff2");
    expect(() => unpackWoff2(file("latin", "woff"))).toThrow("no WOFF2 font");
    for (const length of [10, 60, 2000, whole.length - 20])
      expect(() => unpackWoff2(whole.subarray(0, length))).toThrow();
  });
});
