import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import {
  address,
  follow,
  forgive,
  hush,
  locationOf,
  open,
  settled,
  shown,
  startAtOnce,
  stays,
  step,
  withApplication,
} from "./application.ts";
import { useBrowser, watch, withPage } from "./browser.ts";

useBrowser();

/** Chooses a language in the header's menu, as a visitor does. */
async function choose(page: Page, code: string): Promise<void> {
  await hush(page);
  await page.locator("header [data-menu] > summary").nth(1).click();
  await page.locator(`header > details a[data-language="${code}"]`).click();
  await shown(page);
}
const stored = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === "i18n_redirected")?.value;
const language = (page: Page): Promise<string[]> =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

describe("the language is switched without a document load", () => {
  it("LOC-5 LOC-6 page, query and hash stay, and back leads to the language before", async () => {
    await withApplication("/audio-trimmer?x=%C3%BC&noredirect#faq", async (page) => {
      await choose(page, "ar");
      expect(await locationOf(page)).toBe(address("/ar/audio-trimmer?x=%C3%BC&noredirect#faq"));
      expect(await language(page)).toEqual(["ar", "rtl"]);
      expect(await page.evaluate(() => document.activeElement!.id)).toBe("faq");
      expect(await stored(page)).toBe("ar");
      await choose(page, "ja");
      expect(await locationOf(page)).toBe(address("/ja/audio-trimmer?x=%C3%BC&noredirect#faq"));
      expect(await language(page)).toEqual(["ja", "ltr"]);
      await choose(page, "en");
      expect(await locationOf(page)).toBe(address("/audio-trimmer?x=%C3%BC&noredirect#faq"));
      expect(await stored(page)).toBe("en");
      await step(page, -2);
      expect(await language(page)).toEqual(["ar", "rtl"]);
      expect(
        await page.locator("header > details a[aria-current='true']").getAttribute("lang"),
      ).toBe(null);
      expect(
        await page.locator("header > details a[aria-current='true']").getAttribute("data-language"),
      ).toBe("ar");
      // A step back is no choice.
      expect(await stored(page)).toBe("en");
      expect(await stays(page)).toBe(true);
    });
  });

  it("LOC-5 the messages of the language and of the fallback are there before the choice is stored", async () => {
    await withPage({}, async (page) => {
      const pageErrors = watch(page);
      // From the start of the document: the page asks for messages of its own when it runs.
      await page.addInitScript(() => {
        const log: string[] = [];
        Object.assign(window, { log });
        const own = window.fetch;
        window.fetch = async (input, init) => {
          const response = await own(input, init);
          if (typeof input === "string") log.push(input);
          return response;
        };
        const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, "cookie")!;
        Object.defineProperty(document, "cookie", {
          get: () => get!.call(document) as string,
          set(value: string) {
            log.push(value.replace(/;.*/, ""));
            set!.call(document, value);
          },
        });
      });
      await startAtOnce(page);
      await open(page, "/pricing");
      await choose(page, "ko");
      const log = await page.evaluate(() => (window as unknown as { log: string[] }).log);
      const at = log.indexOf("i18n_redirected=ko");
      expect(at).toBeGreaterThan(0);
      for (const code of ["ko", "en"])
        for (const file of ["common", "pages"])
          expect(log.slice(0, at)).toContain(`/locales/${code}/${file}.json`);
      expect(pageErrors).toEqual([]);
    });
  });

  it("LOC-5 a choice that cannot be shown is not stored", inLongRun, async () => {
    await withApplication("/pricing", async (page, pageErrors) => {
      await page.route("**/locales/**", (route) => route.abort());
      await page.route("**/de/pricing", (route) => route.abort());
      await page.locator("header [data-menu] > summary").nth(1).click();
      const refused = page.waitForEvent("requestfailed", (request) =>
        request.url().includes("/locales/"),
      );
      await page.locator('header > details a[data-language="de"]').click();
      await refused;
      await settled(page);
      expect(await stored(page)).toBe(undefined);
      expect(await locationOf(page)).toBe(address("/pricing"));
      forgive(pageErrors);
    });
  });

  it(
    "LOC-5 a language without messages of its own shows those of the fallback",
    inLongRun,
    async () => {
      await withApplication("/pricing", async (page, pageErrors) => {
        await page.route("**/locales/de/*", (route) => route.fulfill({ status: 404, body: "" }));
        await choose(page, "de");
        expect(await locationOf(page)).toBe(address("/de/pricing"));
        expect(await language(page)).toEqual(["de", "ltr"]);
        expect(await page.locator("#content").innerText()).not.toMatch(/\b(pages|common):/);
        // Each of its files is reported as missing, the last one only on demand.
        await expect.poll(() => pageErrors.join()).toContain("404");
        await settled(page);
        expect(pageErrors.filter((text) => !/404|\/locales\/de\//.test(text))).toEqual([]);
        forgive(pageErrors);
      });
    },
  );

  it(
    "LOC-5 from a page that exists in English alone, to the home page and back",
    inLongRun,
    async () => {
      await withApplication("/ai-voice-generator/maren?noredirect", async (page) => {
        const title = await page.title();
        await choose(page, "de");
        expect(await locationOf(page)).toBe(address("/de?noredirect"));
        expect(await language(page)).toEqual(["de", "ltr"]);
        await step(page, -1);
        expect(await page.title()).toBe(title);
        expect(await language(page)).toEqual(["en-US", "ltr"]);
        expect(
          await page.locator('header > details a[data-language="fr"]').getAttribute("href"),
        ).toBe("/fr");
        expect(await stays(page)).toBe(true);
      });
    },
  );
});

describe("the offer of the visitor's language", () => {
  const offer = "[data-language-banner]";
  const german = { locale: "de-DE" };

  it("LOC-4 is made on later pages, too, and leads there without a document load", async () => {
    await withApplication(
      "/ai-voice-generator/maren",
      async (page) => {
        expect(await page.locator(offer).count()).toBe(0);
        await follow(page, "/pricing");
        await page.locator(offer).waitFor({ state: "visible" });
        await follow(page, "/audio-trimmer?x=1#steps");
        expect(await page.locator(offer).isVisible()).toBe(true);
        await hush(page);
        await page.locator(`${offer} a`).click();
        await shown(page);
        expect(await locationOf(page)).toBe(address("/de/audio-trimmer?x=1#steps"));
        expect(await page.locator(offer).isVisible()).toBe(false);
        expect(await stored(page)).toBe("de");
        expect(await stays(page)).toBe(true);
      },
      german,
    );
  });

  it("LOC-4 is not made again where it was declined, even when nothing can be stored", async () => {
    await withApplication(
      "/pricing",
      async (page) => {
        await page.evaluate(() => {
          Storage.prototype.setItem = () => {
            throw new DOMException("full", "QuotaExceededError");
          };
        });
        await page.locator(`${offer} button`).click();
        await follow(page, "/audio-trimmer");
        expect(await page.locator(offer).isVisible()).toBe(false);
      },
      german,
    );
  });
});
