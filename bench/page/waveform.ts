// Time that drawing the waveform of an hour takes at 3840 pixels, as bars and as a line of each
// pixel, in one run in Chromium. See README.md beside this file.
import path from "node:path";
import { build } from "esbuild";
import { startBrowser } from "./browser.ts";

const ROUNDS = 30;
const waveform = path.resolve(import.meta.dirname, "../../runtime/audio/waveform");

const { outputFiles } = await build({
  stdin: {
    contents: `
      import { barsOf } from "./bars.ts";
      import { columnsOf } from "./columns.ts";
      import { drawBars, drawLines } from "./draw.ts";
      import { prepareExtremes } from "./extremes.ts";
      globalThis.compare = async (rounds) => {
        const seconds = 3600;
        const size = { width: 3840, height: 352, ratio: 1 };
        const peaks = Int8Array.from({ length: 1000 * seconds }, (_, at) =>
          (at % 2 ? 1 : -1) * (((at * 7919) % 127) * (0.5 + 0.5 * Math.sin(at / 90000))));
        await prepareExtremes(peaks);
        const context = Object.assign(document.createElement("canvas"), size).getContext("2d", {
          willReadFrequently: true,
        });
        const ways = {
          bars: () => drawBars(context, [{ bars: barsOf(peaks, { from: 0, to: seconds }, size), color: "#000" }], size),
          lines: () => drawLines(context, [{ columns: columnsOf(peaks, 0, seconds, size.width), color: "#000" }], size),
        };
        const times = { bars: [], lines: [] };
        for (let round = 0; round < rounds; round++)
          for (const [name, draw] of Object.entries(ways)) {
            const start = performance.now();
            draw();
            context.getImageData(0, 0, 1, 1);
            times[name].push(performance.now() - start);
          }
        return times;
      };
    `,
    resolveDir: waveform,
    loader: "js",
  },
  bundle: true,
  write: false,
  format: "iife",
});

const browser = await startBrowser();
try {
  const page = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0]!.text });
  const times = await page.evaluate((rounds) => {
    const { compare } = globalThis as unknown as {
      readonly compare: (rounds: number) => Promise<Readonly<Record<string, number[]>>>;
    };
    return compare(rounds);
  }, ROUNDS);
  for (const [name, all] of Object.entries(times)) {
    const sorted = all.toSorted((a, b) => a - b);
    const at = (part: number): string => sorted[Math.floor(part * (sorted.length - 1))]!.toFixed(1);
    process.stdout.write(`${name}: median ${at(0.5)} ms, from ${at(0)} to ${at(1)} ms\n`);
  }
} finally {
  await browser.close();
}
