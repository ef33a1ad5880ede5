import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { sampleOf } from "../left-out.ts";
import { useBrowser, watch, withPage } from "./browser.ts";

useBrowser();

/** Pages that have players, and their number. */
const PAGES = [
  ["/ai-text-to-speech", 1],
  ["/ai-asmr-generator", 1],
  ["/ai-podcast-maker", 1],
  ["/audio-to-video-ai", 1],
  ["/audio-to-animation-ai", 1],
  ["/ar/ai-text-to-speech", 1],
  ["/ai-voice-generator/maren", 6],
] as const;

const first = (page: Page) => page.locator("[data-player]").first();
const seekBar = (page: Page) => first(page).getByRole("slider");
const now = async (page: Page) => Number(await seekBar(page).getAttribute("aria-valuenow"));
const length = async (page: Page) => Number(await seekBar(page).getAttribute("aria-valuemax"));

describe("the player of a page", () => {
  it.each(sampleOf(3, PAGES))(
    "TLS-19 %s has none of the browser's controls",
    async (path, count) => {
      await withPage({}, async (page) => {
        await page.goto(`${path}?noredirect`);
        await first(page).waitFor();
        expect(await page.locator("[data-player]").count()).toBe(count);
        expect(await page.locator("[controls]").count()).toBe(0);
        const { width, height } = (await first(page).locator("[data-play]").boundingBox())!;
        expect([width, height]).toEqual([44, 44]);
      });
      await withPage({ javaScriptEnabled: false }, async (page) => {
        await page.goto(`${path}?noredirect`);
        expect(await page.locator("[controls]").count()).toBe(count);
        expect(await page.locator("[data-play]:visible, [data-media]:visible").count()).toBe(0);
      });
    },
  );

  it.each(sampleOf(2, ["/audio-to-video-ai", "/ar/ai-asmr-generator", "/ai-asmr-generator"]))(
    "TLS-19 %s plays, stops, and seeks by keys and by the pointer, from left to right",
    async (path) => {
      await withPage({}, async (page) => {
        const pageErrors = watch(page);
        const fetched: string[] = [];
        page.on("request", (request) => {
          if (/\.mp[34]$/.test(request.url())) fetched.push(request.url());
        });
        await page.goto(`${path}?noredirect`);
        await seekBar(page).waitFor();
        expect(fetched).toEqual([]);
        const button = first(page).locator("[data-play]");
        const label = await button.getAttribute("aria-label");
        await button.click();
        await expect.poll(() => now(page)).toBeGreaterThan(0.2);
        expect(await button.getAttribute("aria-label")).not.toBe(label);
        await button.click();
        await expect.poll(() => button.getAttribute("aria-label")).toBe(label);

        const end = await length(page);
        await seekBar(page).press("Home");
        await expect.poll(() => now(page)).toBe(0);
        await seekBar(page).press("ArrowRight");
        await expect.poll(() => now(page)).toBeCloseTo(5, 1);
        await seekBar(page).press("ArrowLeft");
        await expect.poll(() => now(page)).toBeCloseTo(0, 1);
        await seekBar(page).press("PageUp");
        await expect.poll(() => now(page)).toBeCloseTo(end / 10, 1);
        await seekBar(page).press("End");
        await expect.poll(() => now(page)).toBeCloseTo(end, 1);
        const { width, height } = (await seekBar(page).boundingBox())!;
        await seekBar(page).click({ position: { x: width / 4, y: height / 2 } });
        await expect.poll(() => now(page)).toBeCloseTo(end / 4, 0);
        expect(await first(page).locator("[data-clock]").innerText()).toMatch(/.+ \/ .+/);
        expect(pageErrors).toEqual([]);
      });
    },
  );
});
