import fs from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
// The package exports its functions as one default object.
// oxlint-disable-next-line import/default
import opentype from "opentype.js";
import type { ImageInput } from "./images.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const COLOURS = {
  paper: "#FAF7F1",
  ink: "#1B1813",
  soft: "#564E42",
  teal: "#0E7C6B",
  vermilion: "#D9481F",
  amber: "#E0A100",
  wash: "#FAECC8",
};

const ARC = "M4 46C5 25 16 12 32 12s27 13 28 34h-2.6C55 30.5 46 20 32 20S9 30.5 6.6 46z";

interface PathCommand {
  readonly type: "M" | "L" | "Q" | "C" | "Z";
  readonly x?: number;
  readonly y?: number;
  readonly x1?: number;
  readonly y1?: number;
  readonly x2?: number;
  readonly y2?: number;
}
interface Font {
  getPath(
    text: string,
    x: number,
    y: number,
    size: number,
  ): { readonly commands: readonly PathCommand[] };
  getAdvanceWidth(text: string, size: number): number;
}

/** SVG path data of a text's outline. */
function outline(
  serif: Font,
  text: string,
  [x, y]: readonly [number, number],
  size: number,
): string {
  return serif
    .getPath(text, x, y, size)
    .commands.map((command) => {
      const numbers = [command.x1, command.y1, command.x2, command.y2, command.x, command.y];
      return (
        command.type +
        numbers
          .filter((value) => value !== undefined)
          .map((value) => value.toFixed(2))
          .join(" ")
      );
    })
    .join("");
}

const require = createRequire(import.meta.url);
let font: Font | undefined;
let ready: Promise<void> | undefined;

function loadFont(): Font {
  if (font) return font;
  const file = fs.readFileSync(
    require.resolve("@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff"),
  );
  font = opentype.parse(
    file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength),
  ) as Font;
  return font;
}

/** Lines of a text that are not wider than `width` at a font size, as even as words allow. */
export function wrap(text: string, width: number, measure: (line: string) => number): string[] {
  const fill = (limit: number): string[] => {
    const lines: string[] = [];
    let line = "";
    for (const word of text.split(/\s+/)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && measure(longer) > limit) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  };
  const count = fill(width).length;
  let limit = width;
  for (let narrower = width * 0.95; narrower > width * 0.4; narrower *= 0.95) {
    if (fill(narrower).length > count) break;
    limit = narrower;
  }
  return fill(limit);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: string): () => number {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** Sound as the site draws it: original in ink, kept in teal, removed in vermilion, selected in amber. */
function waveform(seed: string): string {
  const random = randomOf(seed);
  const step = 8;
  const middle = 508;
  const bars = Math.floor((WIDTH - MARGIN) / step);
  const from = Math.floor(bars * (0.48 + random() * 0.15));
  const to = from + Math.floor(bars * 0.16);
  const paths: Record<string, string> = { ink: "", teal: "", vermilion: "", amber: "" };
  let at = 0;
  while (at < bars) {
    const length = 9 + Math.floor(random() * 16);
    const loud = 0.3 + random() * 0.7;
    const noise = random() < 0.28 && at > bars * 0.2 && (at + length < from || at > to);
    for (let i = 0; i < length && at + i < bars; i++) {
      const bar = at + i;
      const hold = bar > bars * 0.86 ? Math.max(0.03, (bars - bar) / (bars * 0.14)) : 1;
      const height = Math.max(
        3,
        92 *
          loud *
          hold *
          Math.sin((Math.PI * (i + 0.7)) / (length + 0.4)) *
          (0.45 + 0.55 * random()) *
          (noise ? 0.35 : 1),
      );
      const tone =
        bar < bars * 0.2 ? "ink" : bar >= from && bar < to ? "amber" : noise ? "vermilion" : "teal";
      paths[tone] += `M${bar * step} ${(middle - height).toFixed(1)}v${(2 * height).toFixed(1)}`;
    }
    at += length + 1 + Math.floor(random() * 3);
  }
  const selection = `<rect x="${from * step - 5}" y="${middle - 100}" width="${(to - from) * step}" height="200" fill="${COLOURS.wash}"/><path d="M${from * step - 5} ${middle - 100}v200M${to * step - 5} ${middle - 100}v200" stroke="${COLOURS.amber}" stroke-width="4"/>`;
  const drawn = (["ink", "teal", "vermilion", "amber"] as const)
    .map(
      (tone) =>
        `<path d="${paths[tone]}" stroke="${COLOURS[tone]}" stroke-width="4" stroke-linecap="round" fill="none"/>`,
    )
    .join("");
  return `<path d="M0 ${middle}H${WIDTH}" stroke="${COLOURS.ink}" stroke-opacity=".25"/>${selection}${drawn}`;
}

/** SVG of an image; its text is drawn as outlines, so that no font of the machine has a say. */
export function imageSvg({ brand, name, seed }: ImageInput): string {
  const serif = loadFont();
  const size = name.length > 24 ? 84 : 100;
  const lines = wrap(name, WIDTH - 2 * MARGIN, (line) => serif.getAdvanceWidth(line, size)).slice(
    0,
    2,
  );
  const top = 224 + (lines.length === 1 ? size * 0.4 : 0);
  const title = lines
    .map((line, index) => outline(serif, line, [MARGIN - 4, top + index * size * 1.12], size))
    .join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.paper}"/>` +
    waveform(seed) +
    `<g fill="${COLOURS.ink}"><g transform="translate(${MARGIN - 4} 56)"><path d="${ARC}"/><circle cx="32" cy="43.5" r="6.5"/></g>` +
    `<path d="${outline(serif, brand, [MARGIN + 76, 101], 38)}"/><path d="${title}"/></g></svg>`
  );
}

/** PNG of an image, 1200 × 630 pixels: equal input gives equal bytes. */
export async function drawImage(input: ImageInput): Promise<Uint8Array> {
  ready ??= initWasm(fs.readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  await ready;
  const image = new Resvg(imageSvg(input), { font: { loadSystemFonts: false } });
  const rendered = image.render();
  const png = rendered.asPng();
  rendered.free();
  image.free();
  return png;
}
