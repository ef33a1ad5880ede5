import type { Page } from "playwright";
import { expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { useBrowser, watch } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { shoot } from "./shots.ts";
import { createNoise, stereoWav } from "./sounds.ts";

useBrowser(["--enable-unsafe-swiftshader"]);
useToolSite();

const RATE = 22_050;
const LAPTOP = { width: 1366, height: 768 } as const;

/** Noise that swells and fades once a second. */
function swells() {
  const noise = createNoise(3);
  const buffer = stereoWav({ seconds: 3, rate: RATE }, (time) => {
    const value = 0.8 * Math.sin(Math.PI * (time % 1)) ** 2 * noise();
    return [value, value];
  });
  return { name: "swells.wav", mimeType: "audio/wav", buffer };
}

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const screen = (page: Page) => panel(page).locator("canvas[data-frame]");
const looks = (page: Page) => panel(page).getByRole("radiogroup").first();
const chosen = (page: Page) => looks(page).locator("input:checked").inputValue();

/** The pictures of canvases, as text. */
const picturesOf = (page: Page, selector: string): Promise<string[]> =>
  panel(page)
    .locator(selector)
    .evaluateAll((all) =>
      all.map((one) => (one as unknown as { toDataURL(): string }).toDataURL()),
    );

async function openSwells(page: Page, count: number): Promise<void> {
  await addFiles(page, [swells()]);
  await screen(page).waitFor();
  await expect.poll(() => looks(page).locator("canvas[data-drawn]").count()).toBe(count);
}

/** Each of the two columns is hardly higher than what is visible of it. */
async function expectToFit(page: Page): Promise<void> {
  const heights = await panel(page)
    .locator("[data-layout=columns]")
    .evaluate((bench) => {
      const { children, clientHeight } = bench.firstElementChild!;
      return [...children].map((column) => column.scrollHeight / clientHeight);
    });
  expect(heights.length).toBe(2);
  for (const height of heights) expect(height).toBeLessThanOrEqual(1.3);
}

it("TLS-19 looks of videos are thumbnails of the visitor's sound, changed by one click", async () => {
  await withTool("/audio-to-video-ai", { viewport: LAPTOP }, async (page) => {
    const pageErrors = watch(page);
    await openSwells(page, 6);
    const drawn = await picturesOf(page, "canvas[data-drawn]");
    expect(new Set(drawn).size).toBe(6);
    const box = (await looks(page).locator("canvas").first().boundingBox())!;
    expect([box.width, box.height]).toEqual([96, 54]);
    await expect.poll(() => chosen(page)).toBe("wave");
    const [before] = await picturesOf(page, "canvas[data-frame]");
    await looks(page).getByRole("radio", { name: "Bars", exact: true }).click();
    expect(await chosen(page)).toBe("bars");
    await expect
      .poll(async () => (await picturesOf(page, "canvas[data-frame]"))[0])
      .not.toBe(before);
    await page.keyboard.press("ArrowRight");
    expect(await chosen(page)).toBe("spectrum");
    await page.keyboard.press("ArrowLeft");
    expect(await chosen(page)).toBe("bars");
    // Thumbnails have the colors of the video.
    await panel(page).getByLabel("Color scheme").selectOption("ember");
    await expect
      .poll(async () => {
        const next = await picturesOf(page, "canvas[data-drawn]");
        return next.filter((picture, at) => picture !== drawn[at]).length;
      })
      .toBe(6);
    await shoot(page, "video-looks");
    expect(pageErrors.filter((text) => !text.startsWith("blob:"))).toEqual([]);
  });
}, 200_000);

it(
  "TLS-19 arrow keys follow the direction of the script, and all templates are drawn",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    await withTool("/ar/audio-to-animation-ai", { viewport: LAPTOP }, async (page) => {
      const pageErrors = watch(page);
      await openSwells(page, 16);
      expect(new Set(await picturesOf(page, "canvas[data-drawn]")).size).toBe(16);
      expect(await chosen(page)).toBe("rings");
      await looks(page).locator("input:checked").focus();
      await page.keyboard.press("ArrowLeft");
      expect(await chosen(page)).toBe("tunnel");
      await expectToFit(page);
      // The chosen look is in view, also if it is far along the strip.
      await looks(page).locator("input[value=ripples]").check();
      await page.reload();
      await expect.poll(() => chosen(page)).toBe("ripples");
      await expect
        .poll(async () => {
          const strip = (await looks(page).boundingBox())!;
          const option = (await looks(page).locator("label:has(:checked)").boundingBox())!;
          return option.x >= strip.x - 1 && option.x + option.width <= strip.x + strip.width + 1;
        })
        .toBe(true);
      await screen(page).waitFor();
      // The preview has not lost its context to those of the thumbnails.
      await expect
        .poll(async () => {
          const [large] = await picturesOf(page, "canvas[data-frame]");
          return large!.length;
        })
        .toBeGreaterThan(5000);
      await shoot(page, "animation-looks");
      expect(pageErrors.filter((text) => !/^blob:|GPU stall/.test(text))).toEqual([]);
    });
  },
);

it(
  "TLS-19 settings of videos are folded, remembered, and fit beside a large preview",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    await withTool("/audio-to-video-ai", { viewport: LAPTOP }, async (page) => {
      await openSwells(page, 6);
      const folds = panel(page).locator("details:has(> summary)");
      const states = () =>
        folds.evaluateAll((all) => all.map((one) => (one as unknown as { open: boolean }).open));
      await expect.poll(states).toEqual([true, false, false, false]);
      const format = folds.nth(1).locator("summary");
      await expect.poll(() => format.innerText()).toContain("16:9 · 1080p · MP4");
      const { width } = (await screen(page).boundingBox())!;
      expect(width).toBeGreaterThanOrEqual(560);
      await expectToFit(page);
      const wave = panel(page).getByRole("slider", { name: "Playback position" });
      expect((await wave.boundingBox())!.height).toBeLessThanOrEqual(50);

      await format.press("Enter");
      await panel(page).getByLabel("Resolution").selectOption("720");
      await panel(page).getByLabel("Format", { exact: true }).selectOption("webm");
      await format.press("Enter");
      await expect.poll(() => format.innerText()).toContain("16:9 · 720p · WebM");
      await folds.nth(2).locator("summary").press("Enter");
      await panel(page).getByLabel("Title", { exact: true }).fill("Swells");
      await shoot(page, "video-folds");
      await page.reload();
      await screen(page).waitFor();
      await expect.poll(states).toEqual([true, false, true, false]);
      await folds.nth(2).locator("summary").press("Enter");
      await expect.poll(() => folds.nth(2).locator("summary").innerText()).toContain("Swells");
    });
  },
);
