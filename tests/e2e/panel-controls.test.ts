import type { Page } from "playwright";
import { expect, it } from "vitest";
import { sampleOf } from "../left-out.ts";
import { useBrowser } from "./browser.ts";
import { haveText } from "./engines.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { voiceAt, wavOf } from "./sounds.ts";

useBrowser();
const site = useRealSite();

const SONGS = ["one.wav", "two.wav"].map((name) => ({
  name,
  mimeType: "audio/wav",
  buffer: wavOf({ seconds: 3 }, voiceAt),
}));
/** Names of the enabled main actions that can be seen. */
const mainActions = (page: Page): Promise<readonly (string | null)[]> =>
  page
    .locator("dialog[open] [data-pane=panel] [data-primary]:visible:enabled")
    .evaluateAll((all) => all.map(({ textContent }) => textContent));

/** Tools with a fast run, and what their panels need besides the file. */
const RUNS: readonly { readonly tool: string; readonly prepare?: (page: Page) => Promise<void> }[] =
  [
    { tool: "ai-audio-enhancer" },
    { tool: "ai-stem-splitter" },
    { tool: "karaoke-maker" },
    { tool: "ai-mashup-maker" },
    {
      tool: "ai-audio-to-text",
      async prepare(page) {
        await haveText(page);
        await page
          .locator("[data-pane=panel] textarea")
          .first()
          .fill("We talked about the weather.");
      },
    },
    { tool: "ai-cover-generator" },
    { tool: "voice-changer" },
  ];

it.each(sampleOf(2, RUNS))(
  "TLS-19 TLS-7 after a run, the one main action of $tool saves its result",
  async ({ tool, prepare }) => {
    const path = `/${tool}?noredirect&from=workspace`;
    await withNewcomer(site(), path, { viewport: { width: 1366, height: 768 } }, async (page) => {
      await page
        .locator("dialog[open] input[type=file]")
        .first()
        .setInputFiles(tool === "ai-mashup-maker" ? SONGS : SONGS.slice(0, 1));
      await prepare?.(page);
      const bar = page.locator("[data-action-bar]");
      await bar.locator("[data-start]:enabled").click();
      const save = bar.locator("[data-primary]:not([data-start]):enabled");
      await save.waitFor({ timeout: 120_000 });
      expect(await mainActions(page)).toHaveLength(1);
      const saved = page.waitForEvent("download");
      await save.click();
      expect((await saved).suggestedFilename()).not.toBe("");
    });
  },
  200_000,
);
