import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { hardest, inLongRun } from "../left-out.ts";
import { address, follow, hydrated, settled, startAtOnce, stays } from "./application.ts";
import { useBrowser, watch, withPage } from "./browser.ts";

useBrowser();

interface Held {
  /** Lets the second after ready pass. */
  pass?: () => void;
  line?: { effectiveType?: string; saveData?: boolean };
}

/** The second that follows ready passes when the test says so; the line is what the test says. */
const hold = (page: Page, line: Held["line"] = {}): Promise<unknown> =>
  page.addInitScript((first) => {
    const held = window as Held & { setTimeout: typeof setTimeout };
    held.line = first;
    Object.defineProperty(Navigator.prototype, "connection", { get: () => held.line });
    const own = window.setTimeout;
    const waiting: (() => void)[] = [];
    window.setTimeout = ((run: () => void, ms?: number) =>
      ms === 1000 ? waiting.push(run) : own(run, ms)) as typeof setTimeout;
    held.pass = () => waiting.splice(0).forEach((run) => run());
  }, line);
const pass = (page: Page): Promise<void> => page.evaluate(() => (window as Held).pass!());

/** Paths whose payloads have been asked for. */
const payloadsOf = (page: Page): string[] => {
  const paths: string[] = [];
  page.on("request", (request) => {
    const path = /^(.*)\/_payload\.json/.exec(request.url().slice(address("").length))?.[1];
    if (path !== undefined) paths.push(path || "/");
  });
  return paths;
};

async function withHeld(
  work: (page: Page, payloads: string[]) => Promise<void>,
  start = "/audio-trimmer",
): Promise<void> {
  await withPage({}, async (page) => {
    const pageErrors = watch(page);
    await startAtOnce(page);
    await hold(page);
    const payloads = payloadsOf(page);
    await page.goto(start);
    await hydrated(page);
    await work(page, payloads);
    expect(pageErrors).toEqual([]);
  });
}

describe("prefetching", () => {
  it("NAV-9 begins a second after ready, with the links in view", async () => {
    await withHeld(async (page, payloads) => {
      await page.locator("#related").scrollIntoViewIfNeeded();
      await page.locator("section:has(> #related) a").first().hover();
      await settled(page);
      expect(payloads).toEqual([]);
      const related = await page
        .locator("section:has(> #related) a")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      const last = page.waitForResponse(`**${related.at(-1)}/_payload.json*`);
      await pass(page);
      await last;
      await settled(page);
      expect(payloads).toEqual(expect.arrayContaining(related));
      // What has been prefetched is shown without another request.
      const before = payloads.length;
      await follow(page, related[0]!);
      await page.locator("#faq").waitFor();
      expect(payloads.filter((path) => path === related[0])).toEqual([related[0]]);
      expect(payloads.length).toBeGreaterThanOrEqual(before);
    });
  });

  it("NAV-9 takes no more than five at once", inLongRun, async () => {
    await withHeld(async (page, payloads) => {
      let [pending, max] = [0, 0];
      const waiting: (() => void)[] = [];
      await page.route("**/_payload.json*", async (route) => {
        pending += 1;
        max = Math.max(max, pending);
        await new Promise<void>((resolve) => waiting.push(resolve));
        pending -= 1;
        await route.continue();
      });
      // More tools than five are in view.
      await page.setViewportSize({ width: 1280, height: 2400 });
      await page.locator("#tools").scrollIntoViewIfNeeded();
      await pass(page);
      await expect.poll(() => pending).toBe(5);
      await settled(page);
      expect(pending).toBe(5);
      await expect
        .poll(() => {
          waiting.splice(0).forEach((answer) => answer());
          return payloads.length;
        })
        .toBeGreaterThan(5);
      expect(max).toBe(5);
      waiting.splice(0).forEach((answer) => answer());
    }, "/?noredirect");
  });

  it("NAV-9 prefetches links with the pointer or the focus", async () => {
    await withHeld(async (page, payloads) => {
      await pass(page);
      // What comes into view on the way to the footer is prefetched, too.
      await page.locator("footer").scrollIntoViewIfNeeded();
      await settled(page);
      payloads.length = 0;
      const pointed = page.waitForResponse("**/terms-policy/_payload.json*");
      await page.locator('footer a[href="/terms-policy"]').hover();
      await pointed;
      const focused = page.waitForResponse("**/refund-policy/_payload.json*");
      await page.locator('footer a[href="/refund-policy"]').focus();
      await focused;
      // What is at hand, is no page, or is elsewhere is not fetched.
      await page.locator('footer a[href="/terms-policy"]').hover();
      await page.evaluate(() => {
        for (const href of ["/sitemap.xml", "/no-such-page", "https://fermata.example/pricing"]) {
          const link = document.createElement("a");
          link.href = href;
          document.body.append(link);
          link.focus();
        }
      });
      await settled(page);
      expect(payloads).toEqual(["/terms-policy", "/refund-policy"]);
    });
  });

  it.each(
    hardest([
      ["that is slow", { effectiveType: "slow-2g" }],
      ["whose data are to be saved", { effectiveType: "4g", saveData: true }],
    ]),
  )("NAV-9 fetches nothing on a line %s", async (_, line) => {
    await withHeld(async (page, payloads) => {
      await page.evaluate((now) => {
        (window as Held).line = now;
      }, line);
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await pass(page);
      await page.locator("#related").scrollIntoViewIfNeeded();
      await page.locator("section:has(> #related) a").first().hover();
      await page.locator("section:has(> #related) a").last().focus();
      await settled(page);
      expect(payloads).toEqual([]);
      expect(requests.filter((url) => /builds|locales/.test(url))).toEqual([]);
      // Requested pages are fetched nevertheless.
      await follow(page, "/pricing");
      expect(payloads).toEqual(["/pricing"]);
    });
  });

  it("NAV-9 a slow connection gets documents, and no application until it is requested", async () => {
    await withPage({}, async (page) => {
      await startAtOnce(page);
      await hold(page, { effectiveType: "slow-2g" });
      const scripts: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "script") scripts.push(request.url());
      });
      await page.goto("/terms-policy");
      await settled(page);
      expect(scripts.length).toBe(1);
      expect(await page.evaluate(() => history.scrollRestoration)).toBe("auto");
      await page.locator('footer a[href="/refund-policy"]').click();
      await page.waitForURL("**/refund-policy");
      expect(await stays(page)).toBe(false);
    });
  });
});
