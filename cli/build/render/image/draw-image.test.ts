import path from "node:path";
import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { type FigureKind, figureKind, figureOf } from "#core/figures/sound-figure.ts";
import { TOOL_GLYPHS } from "#core/figures/tool-glyphs.ts";
import { type ImageInput, drawImage } from "./draw-image.ts";
import { createFonts } from "./fonts.ts";

const fonts = createFonts(path.join(import.meta.dirname, "../../../.."), []);
const draw = (over: Partial<ImageInput> = {}): Buffer =>
  drawImage(
    {
      brand: "Brand",
      words: "Words",
      language: "en",
      direction: "ltr",
      note: "",
      seed: "s",
      drawing: null,
      ...over,
    },
    fonts,
  );

/** Colours of a PNG of four bits a pixel, row by row. */
function readPng(png: Buffer) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    expect(png.readUInt32BE(at + 8 + data.length)).toBe(
      zlib.crc32(png.subarray(at + 4, at + 8 + data.length)),
    );
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(data);
  }
  const rows = zlib.inflateSync(Buffer.concat(parts));
  const stride = width / 2 + 1;
  const pixels = Array.from({ length: height }, () => new Uint8Array(width));
  const above = new Uint8Array(stride - 1);
  for (let y = 0; y < height; y++) {
    expect(rows[y * stride]).toBe(2);
    for (let x = 0; x < stride - 1; x++) {
      above[x]! += rows[y * stride + 1 + x]!;
      pixels[y]![x * 2] = above[x]! >> 4;
      pixels[y]![x * 2 + 1] = above[x]! & 15;
    }
  }
  return { width, height, pixels };
}

/** Columns of the title's first and last ink, and its first and last row. */
function inkOf({ pixels }: ReturnType<typeof readPng>) {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (let y = 125; y < 400; y++)
    for (const [x, color] of pixels[y]!.entries())
      if (color > 0 && color <= 7) {
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
      }
  return box;
}

describe("images for sharing", () => {
  it("SEO-1 are PNG of 1200 × 630 pixels and a few kilobytes", () => {
    const png = draw();
    const { width, height } = readPng(png);
    expect([width, height]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(20_000);
  });

  it("SEO-1 equal input gives equal bytes; words, brand and sound each make a difference", () => {
    expect(draw().equals(draw())).toBe(true);
    const others = [{ words: "Other" }, { brand: "Other" }, { seed: "other" }, { note: "Other" }];
    for (const over of others) expect(draw(over).equals(draw())).toBe(false);
  });

  it.each([
    ["de", "Hintergrundgeräuschunterdrückung für Sprachaufnahmen"],
    ["ru", "Удаление фонового шума из аудиозаписей и видео онлайн"],
    ["ja", "音声からボーカルを取り除いて、カラオケ用の伴奏を作成するツール"],
    ["ko", "노래에서 보컬을 제거하고 반주만 남기는 온라인 도구"],
    ["zh-CN", "从歌曲中去除人声，只保留伴奏，全程在您的设备上完成"],
    ["vi", "Tách giọng hát khỏi bài hát ngay trên thiết bị của bạn"],
    ["en", "gjpqy ÁÂÃ gjpqy ÁÂÃ gjpqy ÁÂÃ gjpqy ÁÂÃ gjpqy"],
  ])("SEO-1 words in %s keep clear of the edges, the brand and the sound", (language, words) => {
    const ink = inkOf(readPng(draw({ words, language })));
    expect(ink.left).toBeGreaterThanOrEqual(70);
    expect(ink.right).toBeLessThanOrEqual(1130);
    expect(ink.top).toBeGreaterThan(125);
    expect(ink.bottom).toBeLessThan(399);
  });

  it("SEO-1 words that run from right to left begin at the right edge", () => {
    const words = "إزالة الصدى";
    const { left, right } = inkOf(readPng(draw({ words, language: "ar", direction: "rtl" })));
    expect(right).toBeGreaterThan(1100);
    expect(left).toBeGreaterThan(400);
  });

  it("SEO-1 show what a tool does to a sound: kinds of tools differ at a glance", () => {
    const byKind = new Map<FigureKind, Uint8Array[]>();
    for (const [key, glyph] of Object.entries(TOOL_GLYPHS)) {
      const [panel, preset] = key.split("/") as [string, string];
      const kind = figureKind(panel, preset);
      if (byKind.has(kind)) continue;
      const drawing = { ...figureOf(key, kind), glyph };
      byKind.set(kind, readPng(draw({ drawing })).pixels.slice(240));
    }
    expect(byKind.size).toBe(13);
    for (const [kind, rows] of byKind)
      for (const [other, otherRows] of byKind) {
        if (kind >= other) continue;
        let different = 0;
        let drawn = 0;
        for (const [y, row] of rows.entries())
          for (const [x, color] of row.entries()) {
            const otherColor = otherRows[y]![x]!;
            if (color !== otherColor) different++;
            if (color + otherColor > 0) drawn++;
          }
        expect(different / drawn, `${kind}, ${other}`).toBeGreaterThan(0.5);
        expect(different / (rows.length * 1200), `${kind}, ${other}`).toBeGreaterThan(0.05);
      }
  });
});
