import type { Page } from "playwright";
import { expect, it } from "vitest";
import { sampleOf } from "../left-out.ts";
import { useBrowser, withPage } from "./browser.ts";
import { holdRuns } from "./hold-runs.ts";
import { useRealSite } from "./real-site.ts";
import { createNoise, voiceAt, wavOf } from "./sounds.ts";
import { createVisitor } from "./visitor.ts";

useBrowser();
const site = useRealSite();
const noise = createNoise();
const TALK = {
  name: "talk.wav",
  mimeType: "audio/wav",
  buffer: wavOf({ seconds: 6 }, (time) => voiceAt(time) + 0.02 * noise()),
};
const bar = (page: Page) => page.locator("[data-action-bar]");
const picker = (page: Page) => page.locator("dialog[open] input[type=file]").first();

let members = 0;
/** A visit of a member, who has not opened a page yet. */
async function asMember<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const email = `clicks.${(members += 1)}@example.org`;
  const { token } = await site().addMember({ email, password: "a walk by the river", free: 100 });
  return withPage({ baseURL: site().url, acceptDownloads: true }, async (page) => {
    await page.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
    return work(page);
  });
}

async function openTool(page: Page, tool: string): Promise<void> {
  await page.goto(`/${tool}`);
  await page.locator("dialog[open] [data-pane=panel]").waitFor();
}

/** Tools with the largest number of actions from the page to a saved file. */
const LIMITS = [
  ["background-audio-remover", 3],
  ["audio-trimmer", 2],
  ["ai-audio-enhancer", 3],
  ["audio-to-video-ai", 4],
] as const;

it.each(sampleOf(2, LIMITS))(
  "TLS-19 USR-14 %s takes a member at most %i actions to a saved file",
  (tool, limit) =>
    asMember(async (page) => {
      await openTool(page, tool);
      const visitor = await createVisitor(page);
      await visitor.chooseFile(picker(page), TALK);
      const main = bar(page).locator("[data-primary]:enabled:not([data-busy])");
      const saved = page.waitForEvent("download");
      let isSaved = false;
      saved.then(() => (isSaved = true)).catch(() => {});
      let actions = 1;
      while (!isSaved && actions <= limit) {
        await main.first().waitFor();
        const pressed = await main.first().textContent();
        await visitor.press(main.first());
        actions++;
        // Until the file is there, or there is another main action: the same one saves nothing more.
        await expect
          .poll(
            async () =>
              isSaved ||
              ((await bar(page).getByRole("progressbar").count()) === 0 &&
                (await main.filter({ hasNotText: pressed! }).count()) > 0),
          )
          .toBe(true);
      }
      await saved;
      expect(actions).toBeLessThanOrEqual(limit);
    }),
);

it("TLS-18 TLS-19 by the keyboard alone, at most 25 tabs lead to the start and 10 to the saved file", () =>
  asMember(async (page) => {
    const releasePreview = await holdRuns(page);
    await openTool(page, "ai-audio-enhancer");
    await picker(page).setInputFiles(TALK);
    await bar(page).locator("[data-start]:enabled").waitFor();
    /** Presses Tab until the main action has the focus. @returns how often */
    const tabs = async (): Promise<number> => {
      for (let count = 0; count < 60; count++) {
        const isMain = await page.evaluate(
          () => document.activeElement?.closest("[data-action-bar] [data-primary]") != null,
        );
        if (isMain) return count;
        await page.keyboard.press("Tab");
      }
      return Infinity;
    };
    expect(await tabs()).toBeLessThanOrEqual(25);
    // A preview that appears only now leaves the focus where it is.
    await releasePreview();
    await page.locator('[data-preview="ready"]').waitFor();
    await page.keyboard.press("Enter");
    await page.locator("[data-outcome]").waitFor();
    // From where the result has moved the focus.
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe("Play");
    const saved = page.waitForEvent("download");
    expect(await tabs()).toBeLessThanOrEqual(10);
    await page.keyboard.press("Enter");
    expect((await saved).suggestedFilename()).toContain("talk");
  }));
