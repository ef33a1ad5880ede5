import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { drawGlyphs, glyphKey, TOOL_GLYPHS } from "./tool-glyphs.ts";

const CONTENT = path.resolve(import.meta.dirname, "../../content/tools");
const FILE = path.resolve(import.meta.dirname, "../../runtime/ui/figures/tool-glyphs.svg");

const tools = fs.readdirSync(CONTENT).map((name) => {
  const text = fs.readFileSync(path.join(CONTENT, name), "utf8");
  const field = (key: string): string => new RegExp(`^${key}: (.+)$`, "m").exec(text)![1]!;
  return { panel: field("panel"), preset: field("preset") };
});
const drawings = Object.values(TOOL_GLYPHS);

it("TLS-1 each tool has its own glyph, and no two look alike", () => {
  const keys = tools.map(({ panel, preset }) => `${panel}/${preset}`);
  expect(Object.keys(TOOL_GLYPHS).toSorted()).toEqual(keys.toSorted());
  const drawn = drawings.map((strokes) => strokes.map((stroke) => stroke.path).join(""));
  expect(new Set(drawn).size).toBe(tools.length);
});

it("TLS-1 a glyph has at most two colors, each in one path", () => {
  for (const strokes of drawings) {
    expect(strokes.length).toBeLessThanOrEqual(2);
    expect(new Set(strokes.map(({ tone }) => tone)).size).toBe(strokes.length);
  }
});

it("TLS-1 a tool that a site adds has the glyph of what it does to sound", () => {
  expect(glyphKey("enhance", "silence")).toBe("enhance/silence");
  expect(glyphKey("enhance", "hum")).toBe("enhance/denoise");
  expect(glyphKey("looper", "loop") in TOOL_GLYPHS).toBe(true);
});

it("the file of the glyphs is up to date (TOOLKIT_GLYPHS=write writes it)", () => {
  if (process.env["TOOLKIT_GLYPHS"] === "write") fs.writeFileSync(FILE, drawGlyphs());
  expect(fs.readFileSync(FILE, "utf8")).toBe(drawGlyphs());
});
