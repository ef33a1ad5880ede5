import { spawnSync } from "node:child_process";
import fs from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { inLongRun, needs } from "../left-out.ts";
import { useBrowser, watch } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { readZip } from "./read-zip.ts";
import { openFolds } from "./folds.ts";
import { shoot } from "./shots.ts";
import { createNoise, stereoWav } from "./sounds.ts";

// Pictures of sixteen templates are drawn by the processor where there is no card.
useBrowser(["--enable-unsafe-swiftshader"]);
useToolSite();

const RATE = 22_050;
/** Loud bursts eight times a second: what would flash most. */
function strobe(seconds: number) {
  const noise = createNoise(9);
  const buffer = stereoWav({ seconds, rate: RATE }, (time) => {
    const value = (time * 8) % 1 < 0.5 ? 0.9 * noise() : 0;
    return [value, value];
  });
  return { name: "strobe.wav", mimeType: "audio/wav", buffer };
}
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const result = (page: Page) => panel(page).getByRole("region", { name: "Result", exact: true });

/** Makes what is set, and saves it. */
async function make(page: Page, ending: string): Promise<string> {
  const done = page.locator("dialog[open] [data-job][data-state=done]");
  const before = await done.count();
  await panel(page).locator("[data-start]:enabled").click();
  await done.nth(before).waitFor({ state: "attached", timeout: 200_000 });
  await result(page)
    .getByText(new RegExp(`\\.${ending}$`))
    .waitFor({ timeout: 200_000 });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    result(page).getByRole("button", { name: "Download", exact: true }).press("Enter"),
  ]);
  return file.path();
}
const flashesOf = async (page: Page): Promise<number> =>
  Number(/at most (\d+)/.exec(await result(page).innerText())?.[1]);

const hasFfmpeg = spawnSync("ffprobe", ["-version"]).status === 0;

describe("audio to animation", needs(hasFfmpeg, "ffmpeg"), () => {
  it(
    "TLS-1 writes films, GIFs and pictures whose flashes stay below the limit",
    { ...inLongRun, timeout: 500_000 },
    async () => {
      await withTool("/audio-to-animation-ai", {}, async (page) => {
        const pageErrors = watch(page);
        await addFiles(page, [strobe(1)]);
        await panel(page).locator("canvas[data-frame]").waitFor();
        await openFolds(panel(page));
        await panel(page).getByRole("radio", { name: "Rays" }).check();
        await panel(page).getByLabel("Resolution").selectOption("720");
        const file = await make(page, "mp4");
        const { stdout } = spawnSync("ffprobe", [
          "-v",
          "error",
          "-count_frames",
          "-select_streams",
          "v",
          "-show_entries",
          "stream=nb_read_frames,width",
          "-of",
          "csv=p=0",
          file,
        ]);
        expect(String(stdout).trim()).toBe("1280,30");
        expect(await flashesOf(page)).toBeLessThanOrEqual(3);
        await shoot(page, "animation", { isResult: true });

        await panel(page).getByLabel("Format").selectOption("gif");
        const gif = fs.readFileSync(await make(page, "gif"));
        expect(gif.toString("latin1", 0, 6)).toBe("GIF89a");
        expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([640, 360]);
        expect(gif.length).toBeLessThan(5_000_000);
        // The same seed gives the same pictures, another one others.
        const seed = panel(page).getByLabel("Variation");
        await panel(page).getByRole("radio", { name: "Dot grid" }).check();
        const first = fs.readFileSync(await make(page, "gif"));
        await seed.press("ArrowRight");
        const second = fs.readFileSync(await make(page, "gif"));
        await seed.press("ArrowLeft");
        const third = fs.readFileSync(await make(page, "gif"));
        expect(first.equals(second)).toBe(false);
        expect(first.equals(third)).toBe(true);

        await panel(page).getByLabel("Format").selectOption("png");
        await panel(page).getByLabel("Frames per second").selectOption("24");
        const zip = readZip(fs.readFileSync(await make(page, "zip")));
        expect(Object.keys(zip).length).toBe(24);
        expect(pageErrors.filter((text) => !/^blob:|GPU stall/.test(text))).toEqual([]);
      });
    },
  );
});

it("TLS-1 A11Y an animation is made by keyboard, on a phone, from right to left", async () => {
  await withTool(
    "/ar/audio-to-animation-ai",
    { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" },
    async (page) => {
      const pageErrors = watch(page);
      await addFiles(page, [strobe(1)]);
      await panel(page).locator("canvas[data-frame]").waitFor();
      // The system setting for reduced motion is the default.
      expect(await panel(page).getByRole("checkbox", { name: "حركة أقل" }).isChecked()).toBe(true);
      await openFolds(panel(page));
      const format = panel(page).locator("select:has(option[value=gif])");
      await format.focus();
      while ((await format.inputValue()) !== "gif") await page.keyboard.press("ArrowDown");
      await panel(page).locator("[data-start]:enabled").press("Enter");
      const made = panel(page).locator("img[src^='blob:']");
      await made.waitFor({ timeout: 200_000 });
      const wide = await page.evaluate(
        () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
      );
      expect(wide).toBeLessThanOrEqual(390);
      await made.scrollIntoViewIfNeeded();
      await shoot(page, "animation-ar", { isResult: true });
      expect(pageErrors.filter((text) => !/^blob:|GPU stall/.test(text))).toEqual([]);
    },
  );
}, 300_000);
