import type { Page } from "playwright";
import { expect, it } from "vitest";
import { isLong } from "../left-out.ts";
import { useBrowser, withPage } from "./browser.ts";
import { useRealSite } from "./real-site.ts";
import { voiceAt, wavOf } from "./sounds.ts";
import { TOOLS } from "#bench/page/tool-paths.ts";

useBrowser();
const site = useRealSite();

const SONGS = ["one.wav", "two.wav"].map((name) => ({
  name,
  mimeType: "audio/wav",
  buffer: wavOf({ seconds: 3 }, voiceAt),
}));
/** The number of settings that are visible at first, besides “More settings”. */
const MAX_SETTINGS = 5;
/** Tools that show more of them, with the reason. */
const MORE_SETTINGS: Readonly<Record<string, string>> = {};

/** Names of the visible settings, a group of radio buttons as one, and of enabled main actions. */
const controlsOf = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector("dialog[open] [data-pane=panel]")!;
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true });
    const nameOf = (field: HTMLInputElement): string =>
      field.type === "radio"
        ? field.name
        : (field.labels?.[0]?.textContent ?? field.ariaLabel ?? "");
    const fields = panel.querySelectorAll<HTMLInputElement>(
      "[data-settings] :is(input, select, textarea)",
    );
    const settings = new Set(
      [...fields].filter((field) => field.type !== "file" && isShown(field)).map(nameOf),
    );
    const main = [...panel.querySelectorAll<HTMLButtonElement>("[data-primary]")].filter(isShown);
    return {
      settings: [...settings],
      main: main.map(({ textContent }) => textContent),
      enabled: main.filter(({ disabled }) => !disabled).map(({ textContent }) => textContent),
    };
  });

/** Opens the workspace with a tool. */
async function open(page: Page, tool: string): Promise<void> {
  await page.goto(`/${tool}?noredirect&from=workspace`);
  await page.locator("[data-pane=panel] [data-primary]").first().waitFor();
}

/** Every third tool; the long run opens all. */
const tools = TOOLS.filter((_, at) => isLong || at % 3 === 1);

it("TLS-19 a panel has one main action, with files or without, and five settings beside “More settings”", async () => {
  const wrong: string[] = [];
  // An action moves to the bar a moment after its panel has appeared.
  const checkMain = (page: Page, title: string): Promise<void> =>
    expect
      .poll(async () => {
        const { main, enabled } = await controlsOf(page);
        return main.length > 0 && enabled.length <= 1 ? "" : `${title}: ${enabled.join(", ")}`;
      })
      .toBe("");
  await withPage({ baseURL: site().url, viewport: { width: 1366, height: 768 } }, async (page) => {
    for (const tool of tools) {
      await open(page, tool);
      await checkMain(page, `${tool} without a file`);
    }
    for (const tool of tools) {
      await open(page, tool);
      await page.locator("dialog[open] input[type=file]").first().setInputFiles(SONGS);
      // The file has been read.
      await page
        .locator(
          "[data-pane=panel] canvas:visible, [data-start]:enabled, [data-pane=panel] textarea:visible",
        )
        .first()
        .waitFor();
      await checkMain(page, tool);
      const { settings } = await controlsOf(page);
      if (settings.length > MAX_SETTINGS && !(tool in MORE_SETTINGS))
        wrong.push(`${tool} has ${settings.length} settings: ${settings.join(", ")}`);
    }
  });
  expect(wrong).toEqual([]);
}, 300_000);
