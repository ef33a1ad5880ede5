import type { Page } from "playwright";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { expect, it } from "vitest";
import { hardest, isLong } from "../left-out.ts";
import { useBrowser, withPage } from "./browser.ts";
import { cutTexts } from "#bench/page/cut-texts.ts";
import { withNewcomer } from "./real-tool.ts";
import { useRealSite } from "./real-site.ts";
import { voiceAt, wavOf } from "./sounds.ts";
import { TOOLS } from "#bench/page/tool-paths.ts";

useBrowser();
const site = useRealSite();

/** Sizes of windows; the last one is a notebook at 200 %. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 683, height: 384 },
];
const SONG = { name: "talk.wav", mimeType: "audio/wav", buffer: wavOf({ seconds: 3 }, voiceAt) };

/** Why the main action of the panel cannot be reached without scrolling; empty if it can. */
const faultOf = (page: Page, part: string): Promise<string> =>
  page.evaluate((selector) => {
    const bar = document.querySelector("[data-action-bar]")!.getBoundingClientRect();
    const box = document.querySelector(`[data-action-bar] ${selector}`)?.getBoundingClientRect();
    if (!box) return "no main action";
    const below = document.querySelector("dialog[open] nav [data-bar]")?.getBoundingClientRect();
    const floor = below && below.top > bar.top ? below.top : window.innerHeight;
    const isInside =
      box.top >= 0 && box.left >= 0 && box.right <= window.innerWidth && box.bottom <= floor + 0.5;
    return isInside ? "" : `at ${Math.round(box.top)}–${Math.round(box.bottom)} of ${floor}`;
  }, part);

const all = DEFAULT_LOCALES.map(({ code }) => code);

/** Of a language that has long words: a third of the tools; the long run goes all in all languages. */
const tools = TOOLS.filter((_, at) => isLong || at % 3 === 0);

it.each(isLong ? all : ["de"])(
  "TLS-19 LOC-6 in %s the start of every tool is in the window at every size, and no text is cut",
  async (code) => {
    const outside: string[] = [];
    await withPage({ baseURL: site().url, viewport: SIZES[0]! }, async (page) => {
      for (const tool of tools) {
        await page.setViewportSize(SIZES[0]!);
        await page.goto(`${code === "en" ? "" : `/${code}`}/${tool}?noredirect`);
        const picker = page.locator("main [data-zone-file]");
        if ((await picker.count()) > 0) await picker.setInputFiles(SONG);
        else await page.locator("main [data-open=workspace]").first().click();
        // The editor exports, and a podcast needs a script first; the others start.
        const main = /editor|podcast/.test(tool) ? "[data-primary]" : "[data-start]";
        await page.locator(`[data-action-bar] ${main}`).waitFor();
        for (const size of SIZES) {
          await page.setViewportSize(size);
          const fault = await faultOf(page, main);
          if (fault !== "") outside.push(`${tool} ${size.width}×${size.height}: ${fault}`);
          if (size.width === 1280)
            for (const cut of await cutTexts(page)) outside.push(`${tool} cuts ${cut}`);
          // One drop zone a screen.
          const zones = await page.locator("dialog[open] [data-drop]:visible").count();
          if (zones > 1) outside.push(`${tool}: ${zones} drop zones`);
        }
        await page.evaluate(() => localStorage.clear());
      }
    });
    expect(outside).toEqual([]);
  },
);

/** Where the last button of the bar ends, in pixels. */
const endOf = (page: Page): Promise<readonly [x: number, y: number]> =>
  page
    .locator("[data-action-bar] button:visible")
    .last()
    .evaluate((button) => {
      const { right, bottom } = button.getBoundingClientRect();
      return [right, bottom] as const;
    });

it.each(hardest(SIZES.filter(({ width }) => width !== 1280).slice(1)))(
  "TLS-19 TLS-7 the main action stays where it is before, during and after a run ($width × $height)",
  async (size) => {
    await withNewcomer(site(), "/ai-audio-enhancer", { viewport: size }, async (page) => {
      const song = { ...SONG, buffer: wavOf({ seconds: 20 }, voiceAt) };
      await page.locator("dialog[open] input[type=file]").first().setInputFiles(song);
      const bar = page.locator("[data-action-bar]");
      const start = bar.locator("[data-start]:enabled");
      await start.waitFor();
      const before = await endOf(page);
      await start.press("Enter");
      await bar.getByRole("progressbar").waitFor();
      expect(await bar.locator("[data-start]").count()).toBe(0);
      const during = await endOf(page);
      await bar.getByRole("button", { name: "Download", exact: true }).waitFor();
      const after = await endOf(page);
      // What has become of the sound is said, and the focus is where it can be heard.
      await page.locator("[data-outcome]").waitFor();
      expect(await page.locator("[data-outcome]").innerText()).not.toBe("");
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await expect.poll(focused).toBe("Play");
      expect(await faultOf(page, "[data-primary]")).toBe("");
      for (const [x, y] of [during, after]) {
        expect(Math.abs(x - before[0])).toBeLessThanOrEqual(8);
        expect(Math.abs(y - before[1])).toBeLessThanOrEqual(8);
      }
      // The main action saves in one press.
      const saved = page.waitForEvent("download");
      await bar.locator("[data-primary]").click();
      expect((await saved).suggestedFilename()).toContain("talk");
    });
  },
);
