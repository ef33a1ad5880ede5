import { describe, expect, it } from "vitest";
import { FIGURE, figureKind, figureOf } from "#core/figures/sound-figure.ts";
import { TOOL_GLYPHS } from "#core/figures/tool-glyphs.ts";
import { readPath } from "./read-path.ts";

/** Smallest and largest of the x and the y of a path. */
function boxOf(path: string): number[] {
  const lines = readPath(path);
  const side = (from: number): number[] => lines.filter((_, at) => at % 2 === from);
  return [side(0), side(1)].flatMap((all) => [Math.min(...all), Math.max(...all)]);
}
const rounded = (path: string): number[] => boxOf(path).map((value) => Math.round(value * 20) / 20);

describe("paths of figures", () => {
  it("SEO-1 lines, dots and closed shapes", () => {
    expect(readPath("M1 2v3h-4M5 5h0")).toEqual([1, 2, 1, 5, 1, 5, -3, 5, 5, 5, 5, 5]);
    expect(readPath("M1 1l2 0L3 4z")).toEqual([1, 1, 3, 1, 3, 1, 3, 4, 3, 4, 1, 1]);
    expect(readPath("m1 1 2 0m1 1V9H0")).toEqual([1, 1, 3, 1, 4, 2, 4, 9, 4, 9, 0, 9]);
  });

  it.each([
    ["two halves of a circle", "M2 5a3 3 0 1 1 6 0a3 3 0 1 1-6 0", [2, 8, 2, 8]],
    ["the short way of an arc", "M0 0A5 5 0 0 1 5 5", [0, 5, 0, 5]],
    ["the long way of an arc", "M0 0A5 5 0 1 1 5 5", [0, 10, -5, 5]],
    ["an arc against the clock", "M0 0A5 5 0 0 0 5 5", [0, 5, 0, 5]],
    ["an arc with radii that are too short", "M0 0a1 1 0 0 1 6 0", [0, 6, -3, 0]],
    ["a quadratic curve and its mirrored sequel", "M0 0q2-4 4 0t4 0", [0, 8, -2, 2]],
    ["a short curve after a line", "M0 0h2t2 2", [0, 4, 0, 2]],
    ["a cubic curve and its mirrored sequel", "M0 0c0-4 4-4 4 0s4 4 4 0", [0, 8, -3, 3]],
  ])("SEO-1 %s", (_, path, box) => {
    expect(rounded(path)).toEqual(box);
  });

  it("SEO-1 those of all tools stay within their drawings", () => {
    for (const [key, glyph] of Object.entries(TOOL_GLYPHS)) {
      const [panel, preset] = key.split("/") as [string, string];
      const { before, after } = figureOf(key, figureKind(panel, preset));
      for (const { path } of glyph) {
        const [left, right, top, bottom] = boxOf(path);
        expect(Math.min(left!, top!), key).toBeGreaterThanOrEqual(0);
        expect(Math.max(right!, bottom!), key).toBeLessThanOrEqual(24);
      }
      for (const { path } of [...before, ...after]) {
        const [left, right, top, bottom] = boxOf(path);
        expect(Math.min(left!, top!), key).toBeGreaterThanOrEqual(0);
        expect(right!, key).toBeLessThanOrEqual(FIGURE.width);
        expect(bottom!, key).toBeLessThanOrEqual(FIGURE.height);
      }
    }
  });

  it.each(["M0 0x1", "M0"])("SEO-1 what cannot be drawn is refused: %s", (path) => {
    expect(() => readPath(path)).toThrow("Cannot draw");
  });
});
