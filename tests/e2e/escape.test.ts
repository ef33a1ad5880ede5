import type { Page } from "playwright";
import { expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { toneOf } from "./sounds.ts";
import { locationOf } from "./application.ts";

useBrowser();

const layer = (page: Page) => page.locator("dialog[open]:has([data-pane])");
const chip = (page: Page) => page.locator("[data-chip]");
const panel = (page: Page) => page.locator("[data-pane=panel]");

async function open(page: Page, tool: string, names: readonly string[]): Promise<void> {
  await page.goto(`/${tool}?from=workspace`);
  await layer(page)
    .locator("input[type=file]")
    .first()
    .setInputFiles(
      names.map((name) => ({ name, mimeType: "audio/wav", buffer: toneOf({ seconds: 2 }) })),
    );
  await panel(page).locator("[data-start]:enabled, [data-primary]:enabled").first().waitFor();
}
const isInField = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.matches("input, select, textarea") === true);

it("WSP-5 WSP-6 Escape leaves a field, then a menu, then the workspace, which leaves a way back to the file", async () => {
  await withPage({ viewport: { width: 1440, height: 900 } }, async (page) => {
    const pageErrors = watch(page);
    await open(page, "volume-changer", ["Interview raw.wav", "second.wav"]);
    // The choice of the shown file.
    await panel(page).locator("select").first().focus();
    await page.keyboard.press("Escape");
    expect(await isInField(page)).toBe(false);
    expect(await layer(page).count()).toBe(1);
    await layer(page)
      .getByRole("button", { name: "More actions for Interview raw.wav" })
      .press("Enter");
    await layer(page).locator(":popover-open").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => layer(page).locator(":popover-open").count()).toBe(0);
    expect(await layer(page).count()).toBe(1);
    await page.keyboard.press("Escape");
    await layer(page).waitFor({ state: "detached" });
    await chip(page).getByText("Interview raw.wav").waitFor();
    // On every page, and back in the tool where it was open.
    await page.locator('footer a[href="/pricing"]').first().click();
    await page.waitForURL("**/pricing");
    await chip(page).getByRole("button").first().click();
    await layer(page).waitFor();
    expect(new URL(await locationOf(page)).pathname).toBe("/volume-changer");
    await panel(page).locator("[data-start]:enabled").waitFor();
    expect(await layer(page).locator("[data-file][data-selected]").count()).toBe(2);
    // It can be dismissed.
    await page.keyboard.press("Escape");
    await chip(page).getByRole("button").last().click();
    await expect.poll(() => chip(page).count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });
});

it(
  "WSP-5 Escape clears the selection of the editor before it leaves the workspace",
  inLongRun,
  async () => {
    await withPage({}, async (page) => {
      await open(page, "ai-audio-editor", ["take.wav"]);
      // Before the editor has the file, there is nothing to select.
      await panel(page).locator("[data-track]").first().waitFor();
      const field = (name: string) =>
        panel(page).getByRole("textbox", { name, exact: true }).inputValue();
      await panel(page).focus();
      await page.keyboard.press("Control+a");
      await expect.poll(async () => (await field("End")) !== (await field("Start"))).toBe(true);
      await page.keyboard.press("Escape");
      expect(await layer(page).count()).toBe(1);
      await page.keyboard.press("Escape");
      await layer(page).waitFor({ state: "detached" });
    });
  },
);

it(
  "WSP-5 an added file is scrolled into view, and two tabs have selections of their own",
  inLongRun,
  async () => {
    await withPage({ viewport: { width: 1440, height: 900 } }, async (page) => {
      const many = Array.from({ length: 14 }, (_, at) => `take ${at + 1}.wav`);
      await open(page, "audio-trimmer", many);
      const row = layer(page).locator("[data-file]").last();
      const isInView = () =>
        row.evaluate((own) => {
          const { top, bottom } = own.getBoundingClientRect();
          const pane = own.closest("[data-pane]")!.getBoundingClientRect();
          return top >= pane.top && bottom <= pane.bottom;
        });
      await expect.poll(isInView).toBe(true);
      const selected = (of: Page) =>
        layer(of).locator("[data-file][data-selected] bdi").allTextContents();
      const all = layer(page).locator("[data-pane=files] input[type=checkbox]").first();
      await all.uncheck();
      await layer(page)
        .getByRole("checkbox", { name: /take 3\.wav/ })
        .check();
      const other = await page.context().newPage();
      await other.goto("/volume-changer?from=workspace");
      await expect.poll(() => selected(other)).toEqual(["take 3.wav"]);
      await layer(other)
        .getByRole("checkbox", { name: /take 3\.wav/ })
        .uncheck();
      await layer(other)
        .getByRole("checkbox", { name: /take 5\.wav/ })
        .check();
      await page.reload();
      await expect.poll(() => selected(page)).toEqual(["take 3.wav"]);
      expect(await selected(other)).toEqual(["take 5.wav"]);
    });
  },
);
