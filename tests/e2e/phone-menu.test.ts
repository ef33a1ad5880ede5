import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { hardest, inLongRun } from "../left-out.ts";
import { hydrated } from "./application.ts";
import { useBrowser, withPage } from "./browser.ts";
import { KINDS, pathIn } from "./pages.ts";

useBrowser();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const menuButton = (page: Page) => page.locator("header [data-menu] > summary").first();
const rows = (page: Page) => page.locator("header [data-menu][open] details > summary");

/** Names and heights in px of the visible links, buttons and rows in an element. */
const targetsIn = (page: Page, root: string) =>
  page.locator(`${root} :is(a, button, summary, input, select, label)`).evaluateAll((all) =>
    all
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        // Hidden from view, but not from screen readers: its label is the target.
        return width > 1 && height > 1 && getComputedStyle(element).visibility === "visible";
      })
      .map((element): [name: string, height: number, isInText: boolean] => {
        // A link may cover the tile that contains it.
        const cover = getComputedStyle(element, "::after");
        const height = Math.max(
          element.getBoundingClientRect().height,
          cover.position === "absolute" ? Number.parseFloat(cover.height) || 0 : 0,
        );
        const parent = element.parentElement!;
        const isInText = Array.from(parent.childNodes).some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "",
        );
        return [
          `${element.localName} ${element.textContent.trim().slice(0, 30)}`,
          Math.round(height * 10) / 10,
          isInText && getComputedStyle(element).display === "inline",
        ];
      }),
  );

describe("the menu on a phone", () => {
  it.each(hardest(["en", "de", "ja", "ar"]))(
    "LOC-6 in %s: contains everything in one screen, in rows for fingers",
    async (code) => {
      await withPage(PHONE, async (page) => {
        await page.goto(`${pathIn(code, "/audio-trimmer")}?noredirect`);
        const bar = page.locator("header > :is(a, nav, details, div):visible");
        // The name of the site, the menu, the account.
        expect(await bar.count()).toBe(3);
        await menuButton(page).tap();
        const sheet = page.locator("header [data-menu][open] > div");
        const { scrolls, bottom } = await sheet.evaluate((element) => ({
          scrolls: element.scrollHeight > element.clientHeight,
          bottom: element.getBoundingClientRect().bottom,
        }));
        expect({ scrolls, fits: bottom <= 844 }).toEqual({ scrolls: false, fits: true });
        // Six groups, language, appearance.
        expect(await rows(page).count()).toBe(8);
        for (const row of await rows(page).all()) await row.tap();
        const targets = await targetsIn(page, "header [data-menu][open] > div");
        // 41 tools, 14 languages, 3 color schemes, 8 rows, pricing, log in, all tools, the search.
        expect(targets).toHaveLength(41 + 14 + 3 + 8 + 4);
        expect(targets.filter(([, height]) => height < 44)).toEqual([]);
      });
    },
  );

  it("NAV-12 the search comes first, and hides the rows while it has words", async () => {
    await withPage(PHONE, async (page) => {
      await page.goto("/pricing?noredirect");
      await menuButton(page).tap();
      const first = page.locator("header [data-menu][open] > div :is(a, button, input)").first();
      expect(await first.getAttribute("role")).toBe("combobox");
      await first.fill("vocals");
      await page.locator("header [role=option]").first().waitFor();
      expect(await rows(page).first().isVisible()).toBe(false);
    });
  });

  it("USR-1 leads to the login, and the focus returns to the menu's button", async () => {
    await withPage(PHONE, async (page) => {
      await page.goto("/audio-trimmer?noredirect");
      await hydrated(page);
      await menuButton(page).tap();
      await page.locator("header [data-menu] [data-open=login]").tap();
      await page.locator("dialog[open]").waitFor();
      expect(await page.locator("header details[open]").count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "hidden" });
      expect(await menuButton(page).evaluate((it) => it === document.activeElement)).toBe(true);
    });
  });

  it("NAV-4 the arrow keys walk through the rows that can be seen", inLongRun, async () => {
    await withPage({ viewport: PHONE.viewport }, async (page) => {
      await page.goto("/audio-trimmer?noredirect");
      const focused = () =>
        page.evaluate(() => document.activeElement!.textContent.trim().replaceAll(/\d+$/g, ""));
      await menuButton(page).focus();
      // Pricing, log in, the first group.
      for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowDown");
      expect(await focused()).toBe("Improve a recording");
      await page.keyboard.press("ArrowDown");
      expect(await focused()).toBe("Split a song");
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowDown");
      expect(await focused()).toBe("Acapella extractor");
      await page.keyboard.press("End");
      expect(await focused()).toBe("Appearance");
    });
  });
});

describe("targets on a phone", () => {
  it.each(Object.entries(KINDS))(
    "LOC-6 of the page %s are at least 24 px high, except links in running text",
    async (kind, route) => {
      await withPage(PHONE, async (page) => {
        await page.goto(`${route}?noredirect`);
        // The application does not run on an error page.
        if (kind !== "not found") await hydrated(page);
        const targets = await targetsIn(page, "body");
        expect(targets.filter(([, height, isInText]) => height < 24 && !isInText)).toEqual([]);
      });
    },
  );
});
