import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadLock, loadRegistry } from "#cli/models/registry.ts";
import { offeredModels } from "#core/models/offered.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { inLongRun, isLong } from "../left-out.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, withPage } from "./browser.ts";
import { engine, ladder } from "./engines.ts";
import { startOffering } from "./offering-site.ts";
import { shoot } from "./shots.ts";
import { voiceAt, wavOf } from "./sounds.ts";

useBrowser();

const HOME = path.resolve(import.meta.dirname, "../..");
const registry = loadRegistry(HOME, HOME);
/** Every model that an operator can offer; none of them is downloaded here. */
const MODELS = offeredModels(registry, loadLock(HOME, HOME), {
  baseUrl: "/models",
  hub: "https://hub.example",
  accept: registry.map(({ id }) => id),
});

let site: Awaited<ReturnType<typeof startOffering>>;
const requested: string[] = [];
beforeAll(async () => {
  site = await startOffering(MODELS, (pathname) => {
    if (pathname.startsWith("/models/")) requested.push(pathname);
    return false;
  });
});
afterAll(() => site.close());

const SONG = { name: "song.wav", buffer: wavOf({ seconds: 6 }, voiceAt) };
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const group = (page: Page) => panel(page).locator("fieldset:has(input[type=radio])").first();

/** Texts of the panel that are not shown whole: in a box that is too narrow, or in a closed select. */
const cutTexts = (page: Page): Promise<string[]> =>
  panel(page).evaluate((pane) => {
    const canvas = document.createElement("canvas").getContext("2d")!;
    const right = pane.getBoundingClientRect();
    return Array.from(
      pane.querySelectorAll<HTMLElement>("fieldset *, label, legend, summary, button, select, p"),
    )
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter((element) => {
        const box = element.getBoundingClientRect();
        if (box.left < right.left - 1 || box.right > right.right + 1) return true;
        if (!(element instanceof HTMLSelectElement))
          return element.scrollWidth > element.clientWidth + 1;
        const style = getComputedStyle(element);
        canvas.font = style.font;
        const room =
          element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return canvas.measureText(element.selectedOptions[0]?.text ?? "").width > room;
      })
      .map((element) => `${element.tagName} ${element.innerText.slice(0, 60)}`);
  });

describe("the ladder of engines", () => {
  const all = DEFAULT_LOCALES.map(({ code }) => code);
  const tools = [
    "ai-audio-to-text",
    "ai-text-to-speech",
    "remove-guitar-from-song",
    "ai-stem-splitter",
  ];
  /** All in a language with long words, and one from right to left; the long run opens all in all. */
  const pages = (isLong ? all : ["de", "ar"]).flatMap((code) =>
    (isLong || code === "de" ? tools : tools.slice(0, 1)).map((tool) => [code, tool] as const),
  );
  it("LOC-6 cuts no text at 1280 pixels, and downloads nothing unasked", async () => {
    const cut: string[] = [];
    await withPage({ baseURL: site.url, viewport: { width: 1280, height: 720 } }, async (page) => {
      for (const [code, tool] of pages) {
        await site.open(page, `${code === "en" ? "" : `/${code}`}/${tool}`, SONG);
        await group(page).waitFor();
        for (const summary of await group(page).locator("summary").all())
          await summary.press("Enter");
        cut.push(...(await cutTexts(page)).map((text) => `${code} ${tool}: ${text}`));
      }
    });
    expect(cut).toEqual([]);
    expect(requested).toEqual([]);
  }, 300_000);

  it("TLS-9 A11Y is a radio group for the keyboard, and breaks no rule of accessibility", async () => {
    await withPage({ baseURL: site.url, viewport: { width: 1366, height: 768 } }, async (page) => {
      await site.open(page, "/remove-guitar-from-song", SONG);
      await ladder(page).waitFor();
      // What the page is for is done by the model alone.
      expect(await engine(page, "HTDemucs 6 stems").isChecked()).toBe(true);
      await ladder(page).getByText("Recommended").waitFor();
      await page.evaluate(source);
      expect(await violations(page, "ladder", ALL)).toEqual([]);
      await shoot(page, "ladder-guitar");
      await engine(page, "HTDemucs 6 stems").press("ArrowUp");
      expect(await engine(page, "Built-in").isChecked()).toBe(true);
      // The preview is made by the engine that is there.
      await panel(page).locator("[data-preview=ready]").waitFor();
      await page.reload();
      await expect.poll(() => engine(page, "Built-in").isChecked()).toBe(true);
      // Another page of the task asks again, as it promises something else.
      await page.goto("/remove-piano-from-song");
      await expect.poll(() => engine(page, "HTDemucs 6 stems").isChecked()).toBe(true);
      expect(requested).toEqual([]);
    });
  }, 200_000);

  it(
    "TLS-9 is in Arabic, too, where it breaks no rule of accessibility",
    { ...inLongRun, timeout: 200_000 },
    async () => {
      await withPage({ baseURL: site.url, viewport: { width: 390, height: 844 } }, async (page) => {
        await site.open(page, "/ar/ai-audio-to-text", SONG);
        await group(page).waitFor();
        await page.evaluate(source);
        expect(await violations(page, "ladder-arabic", ALL)).toEqual([]);
        await shoot(page, "ladder-arabic");
      });
    },
  );
});
