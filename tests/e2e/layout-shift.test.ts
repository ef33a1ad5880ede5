import type { Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import { hardest } from "../left-out.ts";
import { composeFor, PLANS } from "#bench/audio/music/made-songs.ts";
import { playNotes } from "#bench/audio/music/play-notes.ts";
import { DIALOG, observe } from "#bench/page/observe.ts";
import { useFullBrowser, withPage } from "./browser.ts";
import { voiceAt, wavOf } from "./sounds.ts";

useFullBrowser();
const file = {
  name: "talk.wav",
  mimeType: "audio/wav",
  buffer: wavOf({ seconds: 12, rate: 16_000 }, (time) => voiceAt(time)),
};

const RATE = 22_050;
/** Songs that have a beat and a key. */
const songs = [3, 4].map((plan) => {
  const samples = playNotes(composeFor(PLANS[plan]!, 16).midi, 16, RATE);
  const sampleAt = (time: number): number => 0.8 * (samples[Math.round(time * RATE)] ?? 0);
  const buffer = wavOf({ seconds: 16, rate: RATE }, sampleAt);
  return { name: `song-${plan}.wav`, mimeType: "audio/wav", buffer };
});

/** Layout shifts without user input since the page was loaded. */
const moved = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window.observed.shifts === 0 ? [] : window.observed.moved));

/** Opens a page. What a browser paints of a document that is still being read does not count. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    Object.assign(window.observed, { shifts: 0, moved: [] });
  });
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

describe.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("on %s nothing moves", (_, screen) => {
  const visit = (work: (page: Page) => Promise<void>): Promise<void> =>
    withPage({ baseURL: inject("url"), locale: "de-DE", ...screen }, async (page) => {
      await page.addInitScript(observe, DIALOG);
      await work(page);
    });
  const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

  it("LOC-4 while the visitor's language is offered", async () => {
    await visit(async (page) => {
      await open(page, "/background-audio-remover");
      await page.locator("[data-language-banner]").waitFor({ state: "visible" });
      await page.waitForLoadState("networkidle");
      expect(await moved(page)).toEqual([]);
    });
  });

  it("WSP-1 while the workspace opens by its address", async () => {
    await visit(async (page) => {
      await open(page, "/background-audio-remover?from=workspace");
      await panel(page).locator("[data-start]").waitFor();
      await page.waitForLoadState("networkidle");
      expect(await moved(page)).toEqual([]);
    });
  });

  it.each(hardest(["background-audio-remover", "volume-changer", "ai-stem-splitter"]))(
    "USR-14 while a file is chosen on the page, opened, read and tried: %s",
    async (slug) => {
      await visit(async (page) => {
        await open(page, `/${slug}`);
        await page.waitForLoadState("networkidle");
        await page.locator("[data-zone-file]").setInputFiles(file);
        await panel(page).getByRole("slider", { name: "Playback position" }).waitFor();
        if (slug === "background-audio-remover")
          await panel(page).locator("[data-preview=ready]").waitFor();
        await page.waitForLoadState("networkidle");
        expect(await moved(page)).toEqual([]);
      });
    },
  );

  it("TLS-19 while the songs of a mashup are analyzed", async () => {
    await visit(async (page) => {
      await open(page, "/ai-mashup-maker");
      await page.waitForLoadState("networkidle");
      await page.locator("[data-zone-file]").setInputFiles(songs);
      await panel(page).locator("[data-start]:enabled").waitFor();
      await page.waitForLoadState("networkidle");
      expect(await moved(page)).toEqual([]);
    });
  });

  it.each(hardest(["en", "de", "ar"]))(
    "USR-14 a table of levels is as wide with each text that may stand in it: %s",
    async (code) => {
      await visit(async (page) => {
        await page.goto(code === "en" ? "/volume-changer?noredirect" : `/${code}/volume-changer`);
        await page.locator("[data-zone-file]").setInputFiles(file);
        const table = panel(page).locator("table").first();
        await table.locator("td").first().locator("bdi").waitFor();
        // What a limiter will do is measured once the settings rest.
        await expect.poll(() => table.locator("td:not(:has(bdi))").count()).toBe(0);
        const widths = await table.evaluate((element) => {
          const cells = [...element.querySelectorAll("td")];
          const measuring = cells[0]!.dataset["reserve"]!.split("\n")[0]!;
          const show = (cell: Element, text: string): void => {
            cell.querySelector("bdi")!.textContent = text;
          };
          return ["–", "−6.5 LUFS", "−100.0 dBTP", measuring].map((text) => {
            for (const [at, cell] of cells.entries())
              if (text !== measuring || at % 2 === 0) show(cell, text);
            return element.getBoundingClientRect().width;
          });
        });
        expect(new Set(widths).size).toBe(1);
      });
    },
  );
});
