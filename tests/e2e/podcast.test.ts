import fs from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsInThemes } from "./access.ts";
import { useFullBrowser, watch } from "./browser.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { inLongRun } from "../left-out.ts";

useFullBrowser();
const site = useRealSite();

const TEXT = `The river and its islands

The river carries sand from the mountains to the sea. Where the river is slow, the sand settles and becomes an island. Islands of sand move with the river from year to year.

Fishermen know the islands and the sand of the river by heart. A map of the river is old after one spring. The sea takes what the river brings, and gives storms.`;

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const sourceField = (page: Page) =>
  panel(page).getByRole("textbox", { name: "Text for the episode" });
const lines = (page: Page) => panel(page).getByRole("textbox", { name: /^Line \d/ });
const result = (page: Page) => panel(page).getByRole("region", { name: "Result" });
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));

async function download(page: Page, name: RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    panel(page).getByRole("button", { name }).press("Enter"),
  ]);
  return fs.readFileSync(await file.path());
}

describe("a podcast", () => {
  it("TLS-1 TLS-19 USR-7 USR-10 CMP-5 is written, corrected, spoken, saved with its texts, shared, and there after a reload", async () => {
    await withNewcomer(site(), "/ai-podcast-maker", {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await sourceField(page).fill(TEXT);
      // What is needed: the length, and the main action three times. Corrections are not.
      let actions = 1;
      await panel(page).getByRole("combobox", { name: "Episode length" }).selectOption("1");
      const act = async (): Promise<void> => {
        actions++;
        await panel(page).locator("[data-action-bar] [data-primary]:enabled").click();
      };
      await act();
      await lines(page).first().waitFor();
      const count = await lines(page).count();
      expect(count).toBeGreaterThan(6);
      expect(await lines(page).first().inputValue()).toContain("The river and its islands");
      await shoot(page, "podcast-script");

      // A line leads to its sentence, is changed, moved, and given to the other host.
      await panel(page)
        .getByRole("button", { name: /^Show the source sentence of line/ })
        .first()
        .press("Enter");
      const chosen = await sourceField(page).evaluate((field) => {
        const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
        return value.slice(selectionStart, selectionEnd);
      });
      expect(TEXT).toContain(chosen);
      expect(chosen.length).toBeGreaterThan(20);
      await lines(page).nth(1).fill("I have wanted to read this for a long time.");
      await panel(page).getByRole("button", { name: "Move line 2 down" }).press("Enter");
      await expect.poll(() => lines(page).nth(2).inputValue()).toContain("for a long time");
      await panel(page).getByRole("button", { name: "Move line 3 up" }).press("Enter");
      await panel(page)
        .getByRole("button", { name: /^Host of line 2/ })
        .press("Enter");
      await panel(page).getByRole("textbox", { name: "Line 2, Maren" }).waitFor();
      await panel(page)
        .getByRole("button", { name: `Delete line ${count}` })
        .press("Enter");
      expect(await lines(page).count()).toBe(count - 1);

      await act();
      // All lines are spoken first.
      await result(page)
        .getByRole("button", { name: "Publish a share page" })
        .waitFor({ timeout: 180_000 });
      await expect.poll(creditsLeft).toBe(before - 2);
      await shoot(page, "podcast", { isResult: true });
      const saved = page.waitForEvent("download");
      await act();
      const mp3 = fs.readFileSync(await (await saved).path());
      expect(actions).toBeLessThanOrEqual(5);
      expect(mp3.subarray(0, 3).toString("latin1")).toBe("ID3");
      for (const text of ["CHAP", "CTOC", "APIC", "synthetic-voice"])
        expect(mp3.subarray(0, 400_000).includes(text)).toBe(true);
      const srt = (await download(page, /^Subtitles/)).toString();
      expect(srt).toMatch(/^1\n00:00:0\d,\d{3} --> /);
      expect(srt).toContain("Maren:");
      expect((await download(page, /^Transcript/)).toString()).toContain("for a long time");

      // It is shared only when that is agreed to.
      const share = result(page).getByRole("button", { name: "Publish a share page" });
      expect(await share.isDisabled()).toBe(true);
      await result(page).getByRole("checkbox").check();
      await share.press("Enter");
      const link = result(page).getByRole("link", { name: /podcast-preview/ });
      await link.waitFor();
      const address = new URL((await link.getAttribute("href"))!);
      // All that is published can be subscribed to.
      await result(page)
        .getByRole("button", { name: /^Feed of my/ })
        .press("Enter");
      const feed = result(page).getByRole("link", { name: /podcast-feeds/ });
      await feed.waitFor();
      const rss = await page.evaluate(
        async (url) => (await fetch(url)).text(),
        await feed.getAttribute("href").then((url) => url!),
      );
      expect(rss).toContain("<rss");
      expect(rss).toContain("The river and its islands");

      // A changed line is free, and what is written is there after a reload.
      await lines(page).nth(1).fill("Good to be here.");
      await page.reload();
      await expect.poll(() => lines(page).nth(1).inputValue()).toBe("Good to be here.");
      await panel(page).getByText("Earlier settings").waitFor();
      await start(page).click();
      await panel(page).getByText("Earlier settings").waitFor({ state: "detached" });
      expect(await creditsLeft()).toBe(before - 2);
      expect(await panel(page).innerText()).not.toMatch(/panel-podcast|undefined|NaN/);
      expect(faultsOf(pageErrors)).toEqual([]);

      await page.goto(address.pathname + address.search);
      await page.getByText("Fishermen know the islands").first().waitFor();
    });
  });

  it("TLS-4 says what it cannot read, and starts with nothing but a script", async () => {
    await withNewcomer(site(), "/ai-podcast-maker", {}, async (page) => {
      await sourceField(page).waitFor();
      expect(await start(page).count()).toBe(0);
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        panel(page).getByRole("button", { name: "Open a document" }).press("Enter"),
      ]);
      await chooser.setFiles({
        name: "photo.txt",
        mimeType: "text/plain",
        buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]),
      });
      await panel(page).getByText("This file cannot be read").waitFor();
    });
  });
});

describe.each([
  ["en", { viewport: { width: 1280, height: 800 } }],
  ["ar", { viewport: { width: 390, height: 844 } }],
] as const)("a podcast in %s", (locale, options) => {
  it("TLS-1 A11Y fits its screen and breaks no rule of accessibility", inLongRun, async () => {
    const path = locale === "en" ? "/ai-podcast-maker" : "/ar/ai-podcast-maker";
    await withNewcomer(site(), path, options, async (page) => {
      await panel(page).locator("textarea").first().fill(TEXT);
      await panel(page).locator("button[data-primary]:not([data-start])").first().click();
      await panel(page).locator("li textarea").first().waitFor();
      await shoot(page, `podcast-${locale}`);
      const wide = await page.evaluate(
        () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
      );
      expect(wide).toBeLessThanOrEqual(options.viewport.width);
      expect(await violationsInThemes(page, "with a script")).toEqual([]);
    });
  });
});
