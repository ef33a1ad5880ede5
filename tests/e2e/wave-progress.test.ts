import type { Page } from "playwright";
import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { inLongRun } from "../left-out.ts";
import { createNoise, voiceAt, wavOf } from "./sounds.ts";

useBrowser();
useToolSite();

const noise = createNoise();
const talk = {
  name: "talk.wav",
  mimeType: "audio/wav",
  // Long enough that its job reports progress many times.
  buffer: wavOf({ seconds: 180 }, (time) => voiceAt(time) + 0.02 * noise()),
};

interface Moment {
  /** Progress of the job, 0 to 1. */
  readonly progress: number;
  /** Fraction of the bars that are teal, all of them from the left. */
  readonly teal: number;
  readonly fromLeft: boolean;
  /** Fraction of the columns that no bar covers. */
  readonly empty: number;
}

/** Reads the waveform whenever the progress changes, until there are enough moments. */
const watchRun = (page: Page): Promise<readonly Moment[]> =>
  page.evaluate(async () => {
    const moments: Moment[] = [];
    const area = document.querySelector("dialog[open]")!;
    const read = (): void => {
      const bar = area.querySelector('[data-action-bar] [role="progressbar"][aria-valuenow]');
      const canvas = area.querySelector<HTMLCanvasElement>("[data-pane=panel] canvas");
      if (!bar || !canvas) return;
      const progress =
        Number(bar.getAttribute("aria-valuenow")) / Number(bar.getAttribute("aria-valuemax") ?? 1);
      if (moments.at(-1)?.progress === progress) return;
      const { width, height } = canvas;
      const { data } = canvas.getContext("2d")!.getImageData(0, height / 2, width, 1);
      const kinds = Array.from({ length: width }, (_, x) => {
        const [red, green, , alpha] = data.slice(4 * x, 4 * x + 4);
        return alpha! < 100 ? "empty" : green! - red! > 40 ? "teal" : "ink";
      });
      const teal = kinds.filter((kind) => kind === "teal").length;
      const ink = kinds.filter((kind) => kind === "ink").length;
      moments.push({
        progress,
        teal: teal / (teal + ink),
        fromLeft: kinds.lastIndexOf("teal") < kinds.indexOf("ink"),
        empty: 1 - (teal + ink) / width,
      });
    };
    await new Promise<void>((resolve) => {
      const watch = new MutationObserver(() => {
        read();
        if (!area.querySelector("[data-action-bar] [role=progressbar]") && moments.length > 1) {
          watch.disconnect();
          resolve();
        }
      });
      watch.observe(area, { subtree: true, childList: true, attributes: true });
    });
    return moments;
  });

it.each(["light", "dark"] as const)(
  "TLS-19 the waveform turns teal from the left as far as the job has come (%s)",
  inLongRun,
  async (colorScheme) => {
    await withTool("/background-audio-remover", { colorScheme }, async (page) => {
      await addFiles(page, [talk]);
      const panel = page.locator("dialog[open] [data-pane=panel]");
      await panel.locator("canvas").first().waitFor();
      const run = watchRun(page);
      await page.getByRole("button", { name: "Remove the noise" }).click();
      // What was measured stands in the figure as in the table.
      await panel.locator("[data-dots]").first().waitFor({ timeout: 200_000 });
      const marked = panel.locator("[data-dots]").first();
      const row = panel.getByRole("row", { name: "Speech-to-noise ratio" });
      for (const cell of await row.getByRole("cell").allInnerTexts())
        // The figure counts up to its value.
        await expect.poll(() => marked.innerText()).toContain(cell);
      const moments = (await run).filter(({ progress }) => progress > 0);
      expect(moments.length).toBeGreaterThan(2);
      for (const { progress, teal, fromLeft, empty } of moments) {
        expect(Math.abs(teal - progress)).toBeLessThanOrEqual(0.02);
        expect(fromLeft).toBe(true);
        expect(empty).toBeGreaterThanOrEqual(0.25);
      }
    });
  },
);
