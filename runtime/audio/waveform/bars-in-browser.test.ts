import { build } from "esbuild";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { useBrowser, withPage } from "#tests/e2e/browser.ts";

useBrowser();
let script = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { barsOf, isLine } from "./bars.ts";
        import { drawBars } from "./draw.ts";
        // Paints the first seconds of a sound of a minute; returns its pixels.
        window.paint = ({ seconds, ratio, done, waves, colors, background, all }) => {
          const size = { width: 400 * ratio, height: 64 * ratio, ratio };
          const view = { from: 0, to: seconds };
          const peaksAt = (scale) =>
            Int8Array.from({ length: 60_000 }, (_, at) =>
              Math.round((at % 2 ? 1 : -1) * scale * (70 + 50 * Math.sin(at / 900))));
          const canvas = Object.assign(document.createElement("canvas"), size);
          const context = canvas.getContext("2d", { willReadFrequently: true });
          const drawn = waves.map((scale, at) => ({
            bars: barsOf(peaksAt(scale), view, size), color: colors[at],
          }));
          drawBars(context, drawn, size, {
            done: done === null ? null : { to: done * size.width, color: colors.at(-1) },
          });
          if (background) {
            context.globalCompositeOperation = "destination-over";
            context.fillStyle = background;
            context.fillRect(0, 0, size.width, size.height);
          }
          // Every bar crosses the middle.
          const [top, rows] = all ? [0, size.height] : [size.height / 2, 1];
          const { data } = context.getImageData(0, top, size.width, rows);
          return { width: size.width, height: rows, line: isLine(view, size), data: [...data] };
        };
      `,
      resolveDir: import.meta.dirname,
      loader: "js",
    },
    bundle: true,
    write: false,
    format: "iife",
  });
  script = outputFiles[0]!.text;
});

interface Painting {
  readonly width: number;
  readonly height: number;
  readonly line: boolean;
  /** Red, green, blue and alpha of each pixel. */
  readonly data: readonly number[];
}
interface Request {
  readonly seconds: number;
  readonly ratio: number;
  readonly done: number | null;
  readonly waves: readonly number[];
  /** Of each waveform, and of the processed part. */
  readonly colors: readonly string[];
  readonly background?: string;
  /** Whether all rows are returned, not only the one in the middle. */
  readonly all?: boolean;
}

const paint = (page: Page, request: Request): Promise<Painting> =>
  page.evaluate((options) => {
    const page_ = globalThis as unknown as { paint(options: Request): Painting };
    return page_.paint(options);
  }, request);

const withPainter = (work: (page: Page) => Promise<void>): Promise<void> =>
  withPage({}, async (page) => {
    await page.addScriptTag({ content: script });
    await work(page);
  });

const pixel = ({ data, width }: Painting, x: number, y: number): number[] =>
  data.slice(4 * (y * width + x), 4 * (y * width + x) + 4);

/** Columns in which a pixel fits. */
function columnsWith(painting: Painting, fits: (pixel: readonly number[]) => boolean): number {
  const rows = Array.from({ length: painting.height }, (_, y) => y);
  return Array.from({ length: painting.width }, (_, x) =>
    rows.some((y) => fits(pixel(painting, x, y))),
  ).filter(Boolean).length;
}

const luminance = (color: readonly number[]): number =>
  color
    .slice(0, 3)
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at]!, 0);
const contrast = (a: readonly number[], b: readonly number[]): number => {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
};

const RED = "#f00";
const BLUE = "#00f";
const isRed = ([red, , blue, alpha]: readonly number[]) => alpha! > 60 && red! > 200 && blue! < 60;
const isBlue = ([red, , blue, alpha]: readonly number[]) => alpha! > 60 && blue! > 200 && red! < 60;

describe("the bars of a waveform", () => {
  it.each([1, 2])(
    "CMP-3 leave a third of the columns empty at %i device pixels a pixel",
    async (ratio) => {
      await withPainter(async (page) => {
        const one = await paint(page, {
          seconds: 60,
          ratio,
          done: null,
          waves: [1],
          colors: [RED, BLUE],
        });
        const drawn = columnsWith(one, ([, , , alpha]) => alpha! > 0);
        expect(1 - drawn / one.width).toBeGreaterThanOrEqual(0.25);
        expect(drawn / one.width).toBeGreaterThan(0.6);
        expect(one.line).toBe(false);
        const near = await paint(page, {
          seconds: 2,
          ratio,
          done: null,
          waves: [1],
          colors: [RED, BLUE],
        });
        expect(near.line).toBe(true);
      });
    },
  );

  it.each([1, 2])(
    "TLS-19 turn to the tone of what is kept as far as a job has come (%i)",
    async (ratio) => {
      await withPainter(async (page) => {
        for (const done of [0, 0.01, 0.25, 0.5, 0.83, 0.99, 1]) {
          const one = await paint(page, {
            seconds: 60,
            ratio,
            done,
            waves: [1],
            colors: [RED, BLUE],
          });
          const [processed, rest] = [columnsWith(one, isBlue), columnsWith(one, isRed)];
          expect(Math.abs(processed / (processed + rest) - done)).toBeLessThanOrEqual(0.02);
          // From the left: no later bar is of that tone.
          const last = Math.max(
            0,
            ...Array.from({ length: one.width }, (_, x) => x).filter((x) =>
              isBlue(pixel(one, x, 0)),
            ),
          );
          expect(last / one.width).toBeLessThanOrEqual(done + 0.02);
        }
      });
    },
  );

  it("CMP-3 show what is kept over what is removed, unmixed", async () => {
    await withPainter(async (page) => {
      const one = await paint(page, {
        seconds: 60,
        ratio: 1,
        done: null,
        waves: [1, 0.5],
        colors: [RED, BLUE, BLUE],
        all: true,
      });
      const colors = new Set<string>();
      for (let x = 0; x < one.width; x++)
        for (let y = 0; y < one.height; y++) {
          const [red, , blue, alpha] = pixel(one, x, y);
          // Ends of bars are rounded, and so are mixed there.
          if (alpha! > 250)
            colors.add(red! > 40 && blue! > 40 ? "mixed" : red! > 40 ? "red" : "blue");
        }
      expect(colors).toEqual(new Set(["red", "blue"]));
    });
  });

  it.each([
    ["light", "#faf7f1", ["#1b1813", "#0e7c6b", "#d9481f"]],
    ["dark", "#14130f", ["#f1ece2", "#45b8a3", "#f0704a"]],
  ] as const)("CMP-3 stand out from %s paper", async (_, background, tones) => {
    await withPainter(async (page) => {
      for (const tone of tones) {
        const one = await paint(page, {
          seconds: 60,
          ratio: 1,
          done: null,
          waves: [1],
          colors: [tone, tone],
          background,
        });
        const [bar, paper] = [pixel(one, 31, 0), pixel(one, 32, 0)];
        expect(contrast(bar, paper)).toBeGreaterThanOrEqual(3);
      }
    });
  });
});
