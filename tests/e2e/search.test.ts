import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { source, violations, ALL } from "./access.ts";
import { hydrated } from "./application.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { pathIn } from "./pages.ts";
import { shoot } from "./shots.ts";
import { inLongRun, isLong } from "../left-out.ts";

useBrowser();

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;
/** Everyday words: with an error, without a hamza, in hiragana; each on both devices in the long run. */
const QUERIES = [
  ["en", "make it luoder", "volume-changer"],
  ["ar", "ازاله الصدى", "remove-echo-from-audio"],
  ["ja", "のいず", "background-audio-remover"],
] as const;
const CASES = QUERIES.flatMap((query) =>
  (["desktop", "phone"] as const)
    .filter(
      (device) => isLong || (query[0] !== "ja" && (device === "phone") === (query[0] === "ar")),
    )
    .map((device) => [...query, device] as const),
);

const open = async (page: Page, at: string): Promise<void> => {
  await page.goto(`${at}?noredirect`);
  await page.waitForFunction(() => document.readyState === "complete");
};
/** Paths of the cards that the home page shows. */
const cards = (page: Page): Promise<(string | null)[]> =>
  page
    .locator("#tools [data-tool] a:visible")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
const field = (page: Page) => page.locator("header").getByRole("combobox");
const options = (page: Page) => page.locator("header").getByRole("option");

describe.each(CASES)("in %s, somebody who types %s", (code, words, slug, device) => {
  const found = pathIn(code, `/${slug}`);

  it(`NAV-12 sees the tool first on the home page, on a ${device}`, async () => {
    await withPage(DEVICES[device], async (page) => {
      const pageErrors = watch(page);
      await open(page, pathIn(code, "/"));
      await page.locator("#search").focus();
      await page.keyboard.type(words);
      await expect.poll(async () => (await cards(page))[0]).toBe(found);
      expect((await cards(page)).length).toBeLessThan(15);
      await shoot(page, `search-home-${code}-${device}`);
      await page.keyboard.press("Enter");
      await page.waitForURL(`**${found}`);
      expect(pageErrors).toEqual([]);
    });
  });

  it(`NAV-12 sees it first in the tool menu, on a ${device}`, async () => {
    await withPage(DEVICES[device], async (page) => {
      const pageErrors = watch(page);
      await open(page, pathIn(code, "/pricing"));
      const summary = page.locator("header [data-menu] > summary").first();
      if (device === "phone") {
        await summary.tap();
        await field(page).tap();
      } else {
        await page.keyboard.press("/");
      }
      await page.keyboard.type(words);
      await expect.poll(() => options(page).first().getAttribute("href")).toBe(found);
      expect(await page.locator("header [data-menu] ul a").first().isVisible()).toBe(false);
      await shoot(page, `search-menu-${code}-${device}`);
      await page.keyboard.press("Enter");
      await page.waitForURL(`**${found}`);
      expect(pageErrors).toEqual([]);
    });
  });
});

describe("the search of the tool menu", () => {
  const search = (words: string, work: (page: Page) => Promise<void>) =>
    withPage(DEVICES.desktop, async (page) => {
      await open(page, "/pricing");
      await page.keyboard.press("/");
      await page.keyboard.type(words);
      await work(page);
    });

  it("NAV-12 is a combobox: the arrow keys choose, the focus stays, Escape clears and then closes", async () => {
    await search("vocals", async (page) => {
      await expect.poll(() => options(page).count()).toBeGreaterThan(2);
      const input = field(page);
      const state = async () => [
        await input.evaluate((element) => element === document.activeElement),
        await input.getAttribute("aria-expanded"),
        await options(page).evaluateAll(
          (all, active) =>
            all
              .map(
                (option) => option.getAttribute("aria-selected") === "true" && option.id === active,
              )
              .indexOf(true),
          await input.getAttribute("aria-activedescendant"),
        ),
        await options(page).locator("xpath=self::*[@aria-selected='true']").count(),
      ];
      const last = (await options(page).count()) - 1;
      expect(await state()).toEqual([true, "true", 0, 1]);
      await page.keyboard.press("ArrowDown");
      expect(await state()).toEqual([true, "true", 1, 1]);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      expect(await state()).toEqual([true, "true", last, 1]);
      const chosen = await options(page).nth(last).getAttribute("href");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      expect(await input.getAttribute("aria-controls")).toBe(
        await page.locator("header").getByRole("listbox").getAttribute("id"),
      );
      await page.evaluate(source);
      expect(await violations(page, "the open list", ALL)).toEqual([]);

      await page.keyboard.press("Escape");
      expect(await input.inputValue()).toBe("");
      expect(await state()).toEqual([true, "false", -1, 0]);
      expect(await page.locator("header [data-menu] ul a").first().isVisible()).toBe(true);
      await page.keyboard.type("vocals");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await page.waitForURL(`**${chosen}`);
      expect(await page.locator("header details[open]").count()).toBe(0);
    });
  });

  it("NAV-12 finds a tool by its name, and says when nothing is found", inLongRun, async () => {
    await search("voice cloning", async (page) => {
      await expect.poll(() => options(page).first().getAttribute("href")).toBe("/voice-cloning");
      expect(await options(page).first().innerText()).toBe("Voice cloning");
      await field(page).fill("louder");
      await expect.poll(() => options(page).first().getAttribute("href")).toBe("/volume-changer");
      expect(await options(page).first().innerText()).toBe("Volume changer");
      await field(page).fill("qqqqq");
      await expect.poll(() => page.locator("header output").innerText()).toContain("“qqqqq”");
      expect(await options(page).count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      expect(await page.locator("header details[open]").count()).toBe(0);
    });
  });
});

describe("what the search looks at", () => {
  const SEARCH = /\/app\/search\/|\/search-fields-/;

  it("NAV-12 is loaded when the pointer or the focus is on the field, not with the page", async () => {
    await withPage(DEVICES.desktop, async (page) => {
      const requests: string[] = [];
      page.on("request", (request) => {
        if (SEARCH.test(request.url())) requests.push(new URL(request.url()).pathname);
      });
      await open(page, "/audio-trimmer");
      await hydrated(page);
      expect(requests).toEqual([]);
      const data = page.waitForResponse("**/app/search/en.json");
      await page.locator("header [data-menu] > summary").first().hover();
      await data;
      expect(requests.some((path) => path.endsWith(".js"))).toBe(true);
    });
  });

  it("NAV-12 is asked for by names where it cannot be had", async () => {
    await withPage(DEVICES.desktop, async (page) => {
      await page.route("**/app/search/*", (route) => route.abort());
      await open(page, "/");
      await page.locator("#search").fill("trimer");
      await expect.poll(() => cards(page)).toEqual(["/audio-trimmer"]);
      await page.locator("#search").press("Enter");
      await page.waitForURL("**/audio-trimmer");
    });
  });

  it("NAV-12 loads while the visitor types: earlier input counts", async () => {
    await withPage(DEVICES.desktop, async (page) => {
      let answer = (): void => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route("**/app/search/*", async (route) => {
        await held;
        await route.continue();
      });
      await open(page, "/");
      await page.locator("#search").fill("louder");
      await expect.poll(() => page.locator("html[data-searching]").count()).toBe(1);
      expect(await cards(page)).toEqual([]);
      await page.keyboard.press("Enter");
      answer();
      await page.waitForURL("**/volume-changer");
    });
  });
});
