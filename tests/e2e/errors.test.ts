import type { Page, Route } from "playwright";
import { describe, expect, it } from "vitest";
import { hardest, inLongRun, sampleOf } from "../left-out.ts";
import {
  address,
  click,
  follow,
  forgive,
  hydrated,
  locationOf,
  settled,
  stays,
  step,
  withApplication,
} from "./application.ts";
import { useBrowser } from "./browser.ts";

useBrowser();

const text = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText();
const header = (page: Page) => page.locator("body > header");

/** Lets rules of the site lead from some addresses to others. */
const withRules = (rules: Record<string, string>) => ({
  prepare: (page: Page) =>
    page.route("**/builds/meta/*", async (route) => {
      const meta = (await (await route.fetch()).json()) as object;
      const routeRules = Object.fromEntries(
        Object.entries(rules).map(([from, to]) => [from, { redirect: { to, statusCode: 301 } }]),
      );
      await route.fulfill({ json: { ...meta, routeRules } });
    }),
});

describe("an address without a page", () => {
  it.each(
    hardest([
      ["en", "/audio-trimmer", "/no-such-page", "Page not found: /no-such-page", "/"],
      ["ar", "/ar/audio-trimmer", "/ar/é", "\u2066/ar/é\u2069", "/ar"],
    ]),
  )("NAV-2 NAV-6 in %s: says so inside the page's furniture", async (_, from, to, words, home) => {
    await withApplication(`${from}?noredirect`, async (page, pageErrors) => {
      await follow(page, to);
      expect(await locationOf(page)).toBe(new URL(address(to)).href);
      // Its words repeat the heading and are only read aloud.
      expect(await page.locator("#content").textContent()).toContain(words);
      expect(await page.title()).toContain(await text(page, "h1"));
      if (home === "/") expect(await text(page, "h1")).toBe("Page Not Found");
      expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
      expect(await page.locator('link[rel="canonical"], [hreflang][rel]').count()).toBe(0);
      expect(await header(page).isVisible()).toBe(true);
      // Its language links lead to pages that are there.
      expect(
        await page.locator('header > details a[data-language="de"]').getAttribute("href"),
      ).toBe("/de");
      expect(await page.evaluate(() => document.activeElement!.localName)).toBe("h1");
      // The refused request is the browser's to report.
      expect(pageErrors.splice(0)).toEqual([expect.stringContaining("404")]);
      await page.locator("#content a[data-home]").first().click();
      await page.waitForURL(address(home));
      await page.locator("#tools").waitFor();
      expect(await stays(page)).toBe(true);
    });
  });

  it("NAV-2 back and forward go through it", inLongRun, async () => {
    await withApplication("/audio-trimmer", async (page, pageErrors) => {
      const title = await page.title();
      await follow(page, "/no-such-page");
      await follow(page, "/pricing");
      await step(page, -1);
      expect(await text(page, "h1")).toBe("Page Not Found");
      await step(page, -1);
      expect(await page.title()).toBe(title);
      expect(await stays(page)).toBe(true);
      forgive(pageErrors);
    });
  });

  it("NAV-1 NAV-7 a page that refuses its query has the screen for itself, and the next one its header again", async () => {
    await withApplication("/pricing", async (page) => {
      await follow(page, "/podcast-preview?id=a%20b");
      expect(await page.locator("#content").textContent()).toContain(
        "Page Not Found: /podcast-preview",
      );
      expect(await header(page).isVisible()).toBe(false);
      await page.locator("#content a[data-home]").first().click();
      await page.waitForURL(address("/"));
      await page.locator("#tools").waitFor();
      expect(await header(page).isVisible()).toBe(true);
      expect(await stays(page)).toBe(true);
    });
  });

  it(
    "NAV-1 NAV-7 the rule holds for a document, too; the page without layout has no header",
    inLongRun,
    async () => {
      await withApplication("/ar/podcast-preview?id=a%20b", async (page, pageErrors) => {
        await page.locator("#content nav a").first().waitFor();
        expect(await text(page, "#content")).toContain("\u2066/ar/podcast-preview\u2069");
        // With an id that can be, it is the page.
        await follow(page, "/podcast-preview?id=a-b");
        expect(await page.locator("article h1").count()).toBe(1);
        expect(await header(page).count()).toBe(0);
        // This server has no episodes.
        await settled(page);
        forgive(pageErrors);
      });
    },
  );
});

describe("rules of the site", () => {
  it("NAV-3 lead to another address inside, which takes the place of the first", async () => {
    await withApplication(
      "/",
      async (page) => {
        await follow(page, "/old?x=1");
        expect(await locationOf(page)).toBe(address("/audio-trimmer?x=1#faq"));
        await follow(page, "/o/pricing");
        expect(await locationOf(page)).toBe(address("/pricing"));
        await step(page, -1);
        expect(await locationOf(page)).toBe(address("/audio-trimmer?x=1#faq"));
        await step(page, -1);
        expect(await locationOf(page)).toBe(address("/"));
        expect(await stays(page)).toBe(true);
      },
      withRules({ "/old": "/audio-trimmer#faq", "/o/*": "/:splat" }),
    );
  });

  it("NAV-3 that lead in a ring end", inLongRun, async () => {
    await withApplication(
      "/",
      async (page, pageErrors) => {
        await follow(page, "/a");
        expect(await text(page, "h1")).toBe("Page Not Found");
        forgive(pageErrors);
      },
      withRules({ "/a": "/b", "/b": "/a" }),
    );
  });

  it("NAV-3 lead outside the site", inLongRun, async () => {
    await withApplication(
      "/",
      async (page) => {
        await page.route("https://elsewhere.example/**", (route) =>
          route.fulfill({ body: "there" }),
        );
        await click(page, "/out?y=1");
        await page.waitForURL("https://elsewhere.example/x?y=1");
      },
      withRules({ "/out": "https://elsewhere.example/x" }),
    );
  });

  it("NAV-3 run no script", async () => {
    await withApplication(
      "/",
      async (page, pageErrors) => {
        await follow(page, "/out");
        expect(await text(page, "h1")).toBe("Internal Server Error");
        await expect.poll(() => pageErrors.join()).toContain("TypeError");
        forgive(pageErrors);
      },
      withRules({ "/out": "javascript:alert(1)" }),
    );
  });
});

/** A payload in which a list is missing: the page's component throws. */
const broken = async (route: Route): Promise<void> => {
  const page = (await (await route.fetch()).json()) as object;
  await route.fulfill({ json: { ...page, steps: null } });
};

describe("a page that breaks", () => {
  it.each(
    sampleOf(1, [
      ["en", "", "Internal Server Error"],
      ["ar", "/ar", null],
    ]),
  )("NAV-6 shows the 500 page, in %s", async (_, prefix, title) => {
    await withApplication(`${prefix}/pricing?noredirect`, async (page, pageErrors) => {
      await page.route("**/audio-trimmer/_payload.json*", broken);
      await follow(page, `${prefix}/audio-trimmer`);
      await page.locator("[data-reload]").waitFor();
      if (title) expect(await text(page, "h1")).toBe(title);
      expect(await page.title()).toContain(await text(page, "h1"));
      expect(await locationOf(page)).toBe(address(`${prefix}/audio-trimmer`));
      expect(await header(page).isVisible()).toBe(true);
      await expect.poll(() => pageErrors.join()).toContain("TypeError");
      // The next navigation works, and so does the way home.
      await follow(page, `${prefix}/volume-changer`);
      expect(await page.locator("#faq").count()).toBe(1);
      await step(page, -1);
      await page.locator("[data-reload]").waitFor();
      await page.locator("#content a[data-home]").first().click();
      await page.locator("#tools").waitFor();
      expect(await stays(page)).toBe(true);
      forgive(pageErrors);
    });
  });

  it("NAV-6 can be tried again", async () => {
    await withApplication("/pricing", async (page, pageErrors) => {
      await page.route("**/audio-trimmer/_payload.json*", broken);
      await follow(page, "/audio-trimmer");
      await page.locator("[data-reload]").click();
      // The document has the page whole.
      await page.locator("#faq").waitFor();
      expect(await locationOf(page)).toBe(address("/audio-trimmer"));
      forgive(pageErrors);
    });
  });
});

describe("a chunk of code that is gone", () => {
  const notFound = (route: Route): Promise<void> => route.fulfill({ status: 404, body: "" });

  it("NAV-11 the target is loaded as a document, once", async () => {
    await withApplication("/volume-changer", async (page, pageErrors) => {
      const documents: string[] = [];
      page.on("request", (request) => {
        if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
      });
      await page.route("**/assets/{Pricing,Policy}-*.js", notFound);
      // A path may be loaded again after ten seconds: in the documents that come, time stands still.
      await page.addInitScript(() => {
        const now = Number((sessionStorage["now"] ??= String(Date.now())));
        Date.now = () => now;
      });
      await click(page, "/pricing?a=b#plans");
      await page.waitForURL(address("/pricing?a=b#plans"));
      await hydrated(page);
      expect(await page.locator("#plans").count()).toBe(1);
      await click(page, "/terms-policy");
      await page.waitForURL(address("/terms-policy"));
      await hydrated(page);
      expect(documents).toEqual(["/pricing", "/terms-policy"]);
      // Both have had their reload: neither leads to the other for ever.
      await follow(page, "/pricing");
      expect(await text(page, "h1")).toBe("Internal Server Error");
      await follow(page, "/terms-policy");
      expect(await text(page, "h1")).toBe("Internal Server Error");
      await follow(page, "/audio-trimmer");
      expect(await page.locator("#faq").count()).toBe(1);
      expect(documents.length).toBe(2);
      forgive(pageErrors);
    });
  });

  it("NAV-11 back to a page whose chunk is gone loads its document", inLongRun, async () => {
    await withApplication("/pricing", async (page, pageErrors) => {
      await page.route("**/assets/Pricing-*.js", notFound);
      await follow(page, "/volume-changer");
      await page.goBack();
      await page.waitForFunction(() => !("stays" in window));
      await hydrated(page);
      expect([await locationOf(page), await page.locator("#plans").count()]).toEqual([
        address("/pricing"),
        1,
      ]);
      forgive(pageErrors);
    });
  });
});
