import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { ALL, source } from "./access.ts";
import { useBrowser } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { createNoise, voiceAt, wavOf } from "./sounds.ts";
import { hardest, inLongRun } from "../left-out.ts";

useBrowser();
const site = useToolSite();

const noise = createNoise();
const talk = wavOf({ seconds: 3 }, (time) => voiceAt(time) + 0.02 * noise());
const file = (name: string) => ({ name, mimeType: "audio/wav", buffer: talk });

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const question = (page: Page) =>
  panel(page).getByRole("group", { name: "How well did this work?" });
const start = async (page: Page, name = "talk.wav"): Promise<void> => {
  await addFiles(page, [file(name)]);
  await panel(page).getByRole("button", { name: "Remove the noise" }).click();
};
/** Saves the result, after which its tool is asked about. */
async function saveResult(page: Page): Promise<void> {
  const button = panel(page).locator("[data-action-bar] [data-primary]:not([data-start])");
  await button.waitFor({ timeout: 120_000 });
  expect(await panel(page).locator("form fieldset input[type=radio]").count()).toBe(0);
  await Promise.all([page.waitForEvent("download"), button.click()]);
}
/** Ratings that the server has, each by the id of its last change. */
const storedRatings = () =>
  site().db.read((queries) => queries.selectFrom("ratings").selectAll().execute());

describe("the question after a result", () => {
  it("CLI-14 SEO-2 comes after the result was saved, is answered by keys, and is not asked again", async () => {
    await withTool("/background-audio-remover", {}, async (page) => {
      const requests: unknown[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/rating/save")) requests.push(request.postDataJSON());
      });
      await panel(page).waitFor();
      expect(await question(page).count()).toBe(0);
      await start(page);
      await saveResult(page);
      await question(page).waitFor({ timeout: 120_000 });
      await question(page).getByRole("radio", { name: "1 star", exact: true }).focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      expect(await question(page).getByRole("radio", { name: "3 stars" }).isChecked()).toBe(true);
      await panel(page).getByText("stored with your account").waitFor();
      await panel(page)
        .getByRole("textbox", { name: "What could be better? (optional)" })
        .fill("Less hiss, please.");
      expect([requests, await storedRatings()]).toEqual([[], []]);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      const thanks = panel(page).getByText("Thank you. Your rating was sent.");
      await thanks.waitFor();
      expect(await thanks.evaluate((line) => line === document.activeElement)).toBe(true);
      const review = { tool: "background-audio-remover", stars: 3, review: "Less hiss, please." };
      const visitor = expect.stringMatching(/^[\w-]{36}$/) as string;
      expect(requests).toEqual([{ ...review, visitor, locale: "en" }]);
      expect(await storedRatings()).toMatchObject([{ ...review, locale: "en" }]);
      await page.reload();
      await panel(page).getByRole("button", { name: "Download" }).waitFor();
      expect(await question(page).count()).toBe(0);
      expect(requests).toHaveLength(1);
    });
  });

  it("CLI-14 dismissing it prevents further requests, and nothing is sent", inLongRun, async () => {
    await withTool("/background-audio-remover", {}, async (page) => {
      const before = await storedRatings();
      await start(page);
      await saveResult(page);
      await question(page).waitFor({ timeout: 120_000 });
      await panel(page).getByRole("button", { name: "No, thanks" }).click();
      await question(page).waitFor({ state: "detached" });
      await page.reload();
      await panel(page).getByRole("button", { name: "Download" }).waitFor();
      expect(await question(page).count()).toBe(0);
      expect(await storedRatings()).toEqual(before);
    });
  });

  it("CLI-14 a rating that does not arrive stays to be sent again", inLongRun, async () => {
    await withTool("/background-audio-remover", {}, async (page) => {
      await start(page);
      await saveResult(page);
      await question(page).waitFor({ timeout: 120_000 });
      await question(page).getByRole("radio", { name: "5 stars" }).check();
      await page.route("**/rating/save", (route) => route.abort());
      const send = panel(page).getByRole("button", { name: "Send rating" });
      await send.click();
      await expect.poll(() => send.getAttribute("aria-disabled")).toBeNull();
      expect(await question(page).getByRole("radio", { name: "5 stars" }).isChecked()).toBe(true);
      await page.unroute("**/rating/save");
      await send.click();
      await panel(page).getByText("Thank you. Your rating was sent.").waitFor();
    });
  });

  it(
    "CLI-14 its code and style come with the result, not with the page or the panel",
    inLongRun,
    async () => {
      await withTool("/background-audio-remover", {}, async (page) => {
        const loaded = () =>
          page.evaluate(() =>
            performance
              .getEntriesByType("resource")
              .map(({ name }) => /RatingForm-.*\.(js|css)$/.exec(name)?.[1])
              .filter((type) => type !== undefined)
              .toSorted(),
          );
        await addFiles(page, [file("talk.wav")]);
        const button = panel(page).getByRole("button", { name: "Remove the noise" });
        await button.waitFor();
        expect(await loaded()).toEqual([]);
        await button.click();
        await saveResult(page);
        await question(page).waitFor({ timeout: 120_000 });
        expect(await loaded()).toEqual(["css", "js"]);
      });
    },
  );

  it.each(
    hardest([
      ["/background-audio-remover", { viewport: { width: 1280, height: 900 } }],
      ["/ar/background-audio-remover", { viewport: { width: 390, height: 844 } }],
    ]),
  )("CLI-14 %s: accessible, with stars that a finger hits", async (path, options) => {
    await withTool(path, options, async (page) => {
      await addFiles(page, [file("talk.wav")]);
      await panel(page).locator("[data-start]:enabled").first().click();
      await saveResult(page);
      const stars = panel(page).locator("form fieldset input[type=radio]");
      await stars.nth(3).waitFor({ state: "attached", timeout: 120_000 });
      await stars.nth(3).check();
      await page.evaluate(source);
      // Only the question; other overlays are covered elsewhere.
      const form = stars.nth(3).locator("xpath=ancestor::form");
      const found = await form.evaluate(
        async (node, options) =>
          (
            await (
              globalThis as unknown as {
                axe: { run(on: Element, how: object): Promise<{ violations: { id: string }[] }> };
              }
            ).axe.run(node, options)
          ).violations.map(({ id }) => id),
        ALL,
      );
      // A toast may lie over it while it is scrolled past.
      expect(found.filter((id) => id !== "target-size")).toEqual([]);
      const boxes = await stars.evaluateAll((all) =>
        all
          .map((input) => input.parentElement!.getBoundingClientRect())
          .map(({ width, height }) => [width, height]),
      );
      for (const [width, height] of boxes) {
        expect(width).toBeGreaterThanOrEqual(40);
        expect(height).toBeGreaterThanOrEqual(40);
      }
    });
  });
});
