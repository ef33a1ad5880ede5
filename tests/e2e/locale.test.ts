import type { Page } from "playwright";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { describe, expect, inject, it } from "vitest";
import { hardest, inLongRun, sampleOf } from "../left-out.ts";
import { hydrated, locationOf, settled } from "./application.ts";
import { useBrowser, withPage } from "./browser.ts";
import { CODES } from "./pages.ts";

useBrowser();
const url = inject("url");

/** A browser whose list of languages is this one. */
const speaking = (languages: string[]) => ({
  locale: languages[0]!,
  extraHTTPHeaders: { "accept-language": languages.join(",") },
});
const setLanguages = `(languages) => {
  Object.defineProperty(Navigator.prototype, "languages", { get: () => languages });
  Object.defineProperty(Navigator.prototype, "language", { get: () => languages[0] });
}`;
/** Opens an address. @returns the paths of all documents that were asked for until the page runs */
async function documentsOf(page: Page, path: string): Promise<readonly string[]> {
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(request.url().slice(url.length));
  });
  await page.goto(path);
  // Long after the script in the head, which leads on before anything else.
  await hydrated(page);
  return documents;
}
/** Waits until the page runs and has what it asked for: the words of an offer, too. */
async function offersMade(page: Page): Promise<void> {
  await hydrated(page);
  await settled(page);
}
const cookie = (value: string) => ({ name: "i18n_redirected", value, url });

describe("the first visit of the home page", () => {
  it.each(
    sampleOf(3, [
      [["zh-HK"], "/zh-tw"],
      [["sv", "ja-JP"], "/ja"],
      [["sv-SE", "fi"], "/"],
      [["en-US"], "/"],
      [["de-AT", "en"], "/de"],
      [["pt-PT", "pt", "en"], "/pt-br"],
      [["zh-TW", "zh", "en"], "/zh-tw"],
      [["ar-EG", "en-US"], "/ar"],
    ]),
  )("LOC-4 of a visitor with languages %j is %s", async (languages, path) => {
    await withPage(speaking(languages), async (page) => {
      await page.addInitScript(`(${setLanguages})(${JSON.stringify(languages)})`);
      await page.goto("/");
      await page.waitForURL(url + path);
      // Nothing of the English page was left in the way back.
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    });
  });

  it("LOC-4 redirects before anything is painted, with query and hash", async () => {
    await withPage(speaking(["de"]), async (page) => {
      const painted: string[] = [];
      await page.exposeFunction("notePaint", (path: string) => painted.push(path));
      await page.addInitScript(() => {
        const noted = globalThis as unknown as { notePaint: (path: string) => void };
        new PerformanceObserver((list) => {
          for (const { name } of list.getEntries()) noted.notePaint(`${name} ${location.pathname}`);
        }).observe({ type: "paint", buffered: true });
      });
      await page.goto("/?utm_source=x#tools");
      await page.waitForURL(`${url}/de?utm_source=x#tools`);
      await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
      await hydrated(page);
      expect(painted.length).toBeGreaterThan(0);
      for (const entry of painted) expect(entry).toMatch(/ \/de$/);
    });
  });

  it("LOC-4 follows the stored choice before the list of languages", async () => {
    await withPage(speaking(["de"]), async (page) => {
      await page.context().addCookies([cookie("ja")]);
      await page.goto("/");
      await page.waitForURL(`${url}/ja`);
      await page.context().addCookies([cookie("en")]);
      expect(await documentsOf(page, "/")).toEqual(["/"]);
      // A choice that the site does not have counts as none.
      await page.context().addCookies([cookie("tlh")]);
      await page.goto("/");
      await page.waitForURL(`${url}/de`);
    });
  });

  it.each(
    sampleOf(2, [
      ["noredirect among others", "/?a=b&noredirect=1", undefined],
      [
        "a crawler",
        "/",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      ],
      ["a query of noredirect", "/?noredirect", undefined],
      ["a preview of links", "/", "facebookexternalhit/1.1"],
    ]),
  )("LOC-4 stays where it is for %s", async (_, path, userAgent) => {
    await withPage({ ...speaking(["de"]), ...(userAgent && { userAgent }) }, async (page) => {
      expect(await documentsOf(page, path)).toEqual([path]);
    });
  });

  it("LOC-4 does not lead on when the query only looks alike", async () => {
    await withPage(speaking(["de"]), async (page) => {
      await page.goto("/?noredirections=1");
      await page.waitForURL(`${url}/de?noredirections=1`);
    });
  });
});

describe("another page", () => {
  const banner = "[data-language-banner]";

  it("LOC-4 stays, and offers itself in the visitor's language", inLongRun, async () => {
    await withPage(speaking(["de"]), async (page) => {
      await page.goto("/audio-trimmer");
      const offer = page.locator(banner);
      await offer.waitFor({ state: "visible" });
      expect(await offer.getAttribute("lang")).toBe("de");
      expect(await locationOf(page)).toBe(`${url}/audio-trimmer`);
      await offer.locator("a").click();
      await page.waitForURL(`${url}/de/audio-trimmer`);
      const stored = await page.context().cookies();
      expect(stored.find(({ name }) => name === "i18n_redirected")?.value).toBe("de");
    });
  });

  it.each(
    hardest([
      ["/de", ["en"]],
      ["/ru/audio-trimmer", ["de"]],
      ["/ar/audio-trimmer", ["en"]],
    ]),
  )("LOC-4 on %s the offer covers nothing of the page at 1366 × 768", async (path, languages) => {
    const screen = { ...speaking(languages), viewport: { width: 1366, height: 768 } };
    await withPage(screen, async (page) => {
      await page.goto(path);
      await page.locator(banner).waitFor({ state: "visible" });
      const covered = await page.evaluate((offer) => {
        const own = document.querySelector(offer)!.getBoundingClientRect();
        const others = document.querySelectorAll("body > header > *, main");
        return [...others].flatMap((other) => {
          const { left, right, top, bottom, width } = other.getBoundingClientRect();
          const apart =
            right <= own.left || left >= own.right || bottom <= own.top || top >= own.bottom;
          return width === 0 || apart ? [] : [other.outerHTML.slice(0, 80)];
        });
      }, banner);
      expect(covered).toEqual([]);
    });
  });

  it("LOC-5 the offer keeps the query and the hash", async () => {
    await withPage(speaking(["de"]), async (page) => {
      await page.goto("/pricing?utm_source=mail#plans");
      await page.locator(`${banner} a`).click();
      await page.waitForURL(`${url}/de/pricing?utm_source=mail#plans`);
    });
  });

  it("LOC-4 an offer that was dismissed is not made again", async () => {
    await withPage(speaking(["de"]), async (page) => {
      await page.goto("/audio-trimmer");
      await page.locator(`${banner} button`).click();
      expect(await page.locator(banner).isVisible()).toBe(false);
      await page.goto("/volume-changer");
      await offersMade(page);
      expect(await page.locator(banner).isVisible()).toBe(false);
    });
  });

  it.each(
    sampleOf(1, [
      ["in a language that the site lacks", ["sv"], "/audio-trimmer"],
      ["in the visitor's own language", ["de"], "/de/audio-trimmer"],
      ["with noredirect", ["de"], "/audio-trimmer?noredirect"],
      ["that exists in English alone", ["de"], "/ai-voice-generator/maren"],
    ]),
  )("LOC-4 %s makes no offer", async (_, languages, path) => {
    await withPage(speaking(languages), async (page) => {
      await page.goto(path);
      await offersMade(page);
      expect(await page.locator(banner).isVisible()).toBe(false);
    });
  });
});

describe("the language switcher", () => {
  it("LOC-2 lists all languages in order, the endonym first, the listed name second", async () => {
    await withPage({}, async (page) => {
      await page.goto("/audio-trimmer");
      const links = page.locator("header > details a[data-language]");
      expect(
        await links.evaluateAll((all) =>
          all.map((link) => (link as HTMLElement).dataset["language"]),
        ),
      ).toEqual(CODES);
      const texts = await links.evaluateAll((all) =>
        all.map((link) => Array.from(link.children, (child) => child.textContent)),
      );
      expect(texts).toEqual(
        DEFAULT_LOCALES.map(({ endonym, name }) =>
          endonym === name ? [endonym] : [endonym, name],
        ),
      );
    });
  });

  it("LOC-5 keeps page, query and hash, and remembers the choice for a year", async () => {
    await withPage({}, async (page) => {
      await page.goto("/audio-trimmer?a=b&x=%C3%BC#faq");
      await page.locator("header [data-menu] > summary").nth(1).click();
      await page.locator('header > details a[data-language="ar"]').click();
      await page.waitForURL(`${url}/ar/audio-trimmer?a=b&x=%C3%BC#faq`);
      const found = (await page.context().cookies()).find(
        ({ name }) => name === "i18n_redirected",
      )!;
      expect(found).toMatchObject({ value: "ar", path: "/", sameSite: "Lax" });
      const days = (found.expires - Date.now() / 1000) / 86_400;
      expect(days).toBeGreaterThan(364.9);
      expect(days).toBeLessThan(365.1);
      // The choice holds on the next visit.
      await page.goto("/");
      await page.waitForURL(`${url}/ar`);
    });
  });

  it("LOC-5 leads back to English, and stays there", async () => {
    await withPage(speaking(["de"]), async (page) => {
      await page.goto("/de");
      await page.locator("header [data-menu] > summary").nth(1).click();
      await page.locator('header > details a[data-language="en"]').click();
      await page.waitForURL(`${url}/`);
      expect(await documentsOf(page, "/")).toEqual(["/"]);
    });
  });
});

describe("the page of an unknown address", () => {
  it.each(
    sampleOf(2, [
      ["/no-such-page", "en-US", "ltr", "/"],
      ["/ar/no/such/page", "ar", "rtl", "/ar"],
      ["/de/no-such-page", "de", "ltr", "/de"],
      ["/pt-br/x?y=1#z", "pt-BR", "ltr", "/pt-br"],
      ["/zh-tw/x", "zh-TW", "ltr", "/zh-tw"],
    ]),
  )("NAV-2 %s is in the language of its prefix: %s", async (path, lang, dir, home) => {
    await withPage({}, async (page) => {
      const response = await page.goto(path);
      expect(response!.status()).toBe(404);
      const shown = page.locator("[data-i18n-path]");
      await shown.waitFor({ state: "visible" });
      expect(await shown.textContent()).toContain(new URL(path, url).pathname);
      if (lang === "en-US") expect(await shown.textContent()).toBe("Page not found: /no-such-page");
      expect(
        await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]),
      ).toEqual([lang, dir]);
      expect(
        new URL(
          await page
            .locator("a[data-home]")
            .first()
            .evaluate((link: HTMLAnchorElement) => link.href),
        ).pathname,
      ).toBe(home);
      expect(await page.title()).toMatch(/^\S.* \| Fermata$/);
      const heading = await page.locator("h1").textContent();
      expect(await page.title()).toContain(heading);
      if (lang === "en-US") expect(heading).toBe("Page Not Found");
    });
  });

  it.each(
    hardest([
      ["/no-such-page", "noise", "/background-audio-remover"],
      ["/de/no-such-page", "Rauschen", "/de/background-audio-remover"],
      ["/ar/no/such/page", "ضوضاء", "/ar/background-audio-remover"],
    ]),
  )("NAV-2 NAV-12 %s finds tools in its language: %s", async (path, query, found) => {
    await withPage({}, async (page) => {
      await page.goto(path);
      const tools = page.locator(`[data-tools] a[href="${found}"]`);
      await tools.first().waitFor();
      expect(await page.locator("body > header").isVisible()).toBe(true);
      expect(await page.locator("h1").count()).toBe(1);
      await page.locator("#search").fill(query);
      await page.locator("html[data-searching]").waitFor();
      await expect.poll(() => tools.first().isVisible()).toBe(true);
      await page.locator("#search").press("Enter");
      await page.waitForURL(`${url}${found}`);
    });
  });
});
