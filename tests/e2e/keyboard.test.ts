import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { hardest, sampleOf } from "../left-out.ts";
import { useBrowser, withPage } from "./browser.ts";

useBrowser();

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    return `${element.tagName.toLowerCase()} ${element.getAttribute("href") ?? element.id}`;
  });
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const onPage = (at: string, work: (page: Page) => Promise<void>): Promise<void> =>
  withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(`${at}?noredirect`);
    await page.waitForFunction(() => document.readyState === "complete");
    await work(page);
  });

describe("by keyboard", () => {
  it("NAV-4 the first stop leads past the header to the content", async () => {
    await onPage("/audio-trimmer", async (page) => {
      await press(page, "Tab");
      expect(await focused(page)).toBe("a #content");
      const link = page.locator('a[href="#content"]');
      expect((await link.boundingBox())!.y).toBeGreaterThanOrEqual(0);
      await press(page, "Enter");
      expect(await focused(page)).toBe("main content");
      await press(page, "Tab");
      expect(await page.evaluate(() => document.activeElement!.closest("main") !== null)).toBe(
        true,
      );
    });
  });

  it.each(hardest([0, 1, 2]))(
    "menu %i opens by Enter and Space, and closes by Escape to where it was opened",
    async (at) => {
      await onPage("/audio-trimmer", async (page) => {
        const summary = page.locator("header [data-menu] > summary").nth(at);
        const isOpen = () =>
          summary.evaluate((element) => (element.parentElement as HTMLDetailsElement).open);
        for (const key of ["Enter", "Space"]) {
          await summary.focus();
          await press(page, key);
          expect(await isOpen()).toBe(true);
          await press(page, "Tab");
          expect(
            await page.evaluate(() => document.activeElement!.closest("details[open]") !== null),
          ).toBe(true);
          await press(page, "Escape");
          expect(await isOpen()).toBe(false);
          expect(await summary.evaluate((element) => element === document.activeElement)).toBe(
            true,
          );
        }
      });
    },
  );

  it("the arrow keys, Home and End walk through an open menu", async () => {
    await onPage("/audio-trimmer", async (page) => {
      await page.locator("header [data-menu] > summary").nth(1).focus();
      await press(page, "ArrowDown");
      const items = await page
        .locator("header details[open] a")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect(items).toHaveLength(14);
      const at = async () => items.indexOf((await focused(page)).replace("a ", ""));
      expect(await at()).toBe(0);
      await press(page, "ArrowDown", "ArrowDown");
      expect(await at()).toBe(2);
      await press(page, "End");
      expect(await at()).toBe(13);
      await press(page, "ArrowDown");
      expect(await at()).toBe(13);
      await press(page, "Home");
      expect(await at()).toBe(0);
    });
  });

  it("one menu is open at a time, and none when the focus has left", async () => {
    await onPage("/audio-trimmer", async (page) => {
      const open = () => page.locator("header details[open]").count();
      const summaries = page.locator("header [data-menu] > summary");
      await summaries.nth(0).click();
      await summaries.nth(1).click();
      expect(await open()).toBe(1);
      await press(page, "End", "Tab");
      expect(await open()).toBe(0);
      await summaries.nth(1).click();
      await page.locator("h1").click();
      expect(await open()).toBe(0);
    });
  });

  it.each(sampleOf(2, ["/audio-trimmer", "/", "/pricing", "/terms-policy", "/no-such-page"]))(
    "NAV-4 every stop of %s is visible and shows that it has the focus",
    async (at) => {
      await onPage(at, async (page) => {
        const seen: string[] = [];
        const hidden: string[] = [];
        for (let stop = 0; stop < 40; stop++) {
          await press(page, "Tab");
          const state = await page.evaluate(() => {
            const element = document.activeElement as HTMLElement;
            if (element === document.body) return undefined;
            const { outlineStyle, outlineWidth, boxShadow, borderColor } =
              getComputedStyle(element);
            const around = element.closest("search, label, section");
            // A card shows the ring of its link, a search that of its field.
            const rings = [
              getComputedStyle(element, "::after"),
              getComputedStyle(element, "::before"),
              ...(around ? [getComputedStyle(around)] : []),
            ];
            const { width, height, bottom, right } = element.getBoundingClientRect();
            return {
              name: `${element.tagName} ${element.textContent.trim().slice(0, 30)} ${element.id}`,
              marked:
                (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) ||
                boxShadow !== "none" ||
                rings.some((ring) => ring.outlineStyle !== "none" || ring.boxShadow !== "none") ||
                (element.tagName === "INPUT" && borderColor !== ""),
              visible: width > 0 && height > 0 && bottom > 0 && right > 0,
            };
          });
          if (!state) break;
          seen.push(state.name);
          if (!state.marked || !state.visible)
            hidden.push(`${state.name}: ${JSON.stringify(state)}`);
        }
        expect(seen.length).toBeGreaterThan(3);
        expect(hidden).toEqual([]);
      });
    },
  );

  it("NAV-4 no stop is before another by a tabindex of its own", async () => {
    for (const at of ["/", "/audio-trimmer", "/pricing"])
      await onPage(at, async (page) => {
        const positive = await page
          .locator("[tabindex]")
          .evaluateAll(
            (all) => all.filter((element) => (element as HTMLElement).tabIndex > 0).length,
          );
        expect(positive).toBe(0);
      });
  });
});

describe("the search of the home page", () => {
  const shown = (page: Page) =>
    page
      .locator("#tools [data-tool] a")
      .evaluateAll((all) =>
        all
          .filter((link) => (link as HTMLElement).checkVisibility())
          .map((link) => link.getAttribute("href")),
      );

  /** Points at the field until all that it asks has been loaded. */
  const confirmLeave = async (page: Page, code: string): Promise<void> => {
    await page.locator("#search").focus();
    await page.waitForFunction(
      (file) => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(file)),
      `/search/${code}.json`,
    );
  };

  it("RTE-1 filters while one types, says how many there are, and leads to the best by Enter", async () => {
    await onPage("/", async (page) => {
      await press(page, "/");
      expect(await focused(page)).toBe("input search");
      await page.keyboard.type("trim");
      await expect.poll(async () => (await shown(page))[0]).toBe("/audio-trimmer");
      const status = page.locator("[data-search-status]");
      // The search knows more words when all of them have been loaded.
      await expect
        .poll(async () => {
          const found = (await shown(page)).length;
          return found < 10 && new RegExp(`\\b${found}\\b`).test(await status.innerText());
        })
        .toBe(true);
      await press(page, "Enter");
      await page.waitForURL("**/audio-trimmer");
    });
  });

  it("RTE-1 reaches the results by the arrow keys, and comes back", async () => {
    await onPage("/", async (page) => {
      await confirmLeave(page, "en");
      await page.locator("#search").fill("vocal");
      await expect.poll(() => page.locator("html[data-searching]").count()).toBe(1);
      await press(page, "ArrowDown");
      const [first] = await shown(page);
      expect(await focused(page)).toBe(`a ${first}`);
      await press(page, "ArrowUp");
      expect(await focused(page)).toBe("input search");
    });
  });

  it("RTE-1 keyboard navigation keeps its position in the results when more are found", async () => {
    await withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
      let release!: () => void;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route("**/search/en.json", async (route) => {
        await held;
        await route.continue();
      });
      await page.goto("/?noredirect");
      await page.locator("#search").fill("vocal");
      await expect.poll(() => page.locator("html[data-searching]").count()).toBe(1);
      const named = await shown(page);
      await press(page, "ArrowDown", "ArrowDown");
      expect(await focused(page)).toBe(`a ${named[1]}`);
      release();
      await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(named.length);
      expect(await focused(page)).toBe(`a ${named[1]}`);
    });
  });

  it("RTE-1 Escape shows all tools again", async () => {
    await onPage("/", async (page) => {
      await page.locator("#search").fill("zzzz");
      await expect.poll(() => shown(page)).toEqual([]);
      // It is said when all of the search data have been loaded.
      const status = page.locator("[data-search-status]");
      await expect.poll(async () => (await status.innerText()).length).toBeGreaterThan(5);
      await page.locator("#search").press("Escape");
      expect(await page.locator("#search").inputValue()).toBe("");
      expect(await shown(page)).toHaveLength(41);
    });
  });

  it.each(
    hardest([
      ["/de", "stille", "/de/silence-remover"],
      ["/fr", "SILENCES", "/fr/silence-remover"],
      ["/ja", "無音", "/ja/silence-remover"],
      ["/ar", "صمت", "/ar/silence-remover"],
    ]),
  )("LOC-8 %s finds %s", async (at, words, expected) => {
    await onPage(at, async (page) => {
      await page.locator("#search").fill(words);
      await expect.poll(async () => (await shown(page))[0]).toBe(expected);
    });
  });

  it("RTE-1 takes letters with and without accents, and any case, for the same", async () => {
    await onPage("/fr", async (page) => {
      const names = await page.locator("#tools [data-tool] a").allInnerTexts();
      const name = names.find((text) => /[éèêàç]/.test(text))!;
      const bare = name.normalize("NFKD").replace(/\p{M}/gu, "");
      await confirmLeave(page, "fr");
      await page.locator("#search").fill(name);
      await expect.poll(async () => (await shown(page)).length).toBeLessThan(30);
      const results = [];
      for (const words of [name, bare.toUpperCase(), `  ${bare} `]) {
        await page.locator("#search").fill(words);
        results.push(await shown(page));
      }
      expect(results[0]!.length).toBeGreaterThan(0);
      expect(results[1]).toEqual(results[0]);
      expect(results[2]).toEqual(results[0]);
    });
  });
});
