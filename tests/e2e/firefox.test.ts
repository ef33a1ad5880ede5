import fs from "node:fs";
import type { Browser, Page } from "playwright";
import { firefox } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { address, click, follow, hydrated, open, startAtOnce, stays, step } from "./application.ts";
import { needs } from "../left-out.ts";
import { scrolled, scrollTo } from "./scroll.ts";

const program =
  process.env["TOOLKIT_FIREFOX"] ??
  ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((file) => fs.existsSync(file));

describe("in Firefox", needs(program !== undefined, "Firefox"), () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await firefox.launch({ channel: "moz-firefox", executablePath: program! });
  });
  afterAll(() => browser.close());

  async function inFirefox(work: (page: Page, errors: string[]) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ baseURL: inject("url"), locale: "en-US" });
    try {
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      await startAtOnce(page);
      await work(page, errors);
      expect(errors).toEqual([]);
    } finally {
      await context.close();
    }
  }

  it("NAV-4 NAV-9 pages change without a document load, at their top, with the focus on the heading", async () => {
    await inFirefox(async (page) => {
      await open(page, "/audio-trimmer");
      await scrollTo(page, 1500);
      await follow(page, "/volume-changer");
      expect(await scrolled(page)).toBe(0);
      expect(await page.evaluate(() => document.activeElement!.localName)).toBe("h1");
      expect(await page.locator("#toolkit-announcer").textContent()).toBe(await page.title());
      await follow(page, "/audio-trimmer#faq");
      expect(await page.evaluate(() => document.activeElement!.id)).toBe("faq");
      await click(page, "/audio-trimmer");
      expect(await scrolled(page)).toBe(0);
      expect(await stays(page)).toBe(true);
    });
  });

  it("NAV-4 LOC-5 LOC-6 back and forward restore positions, after a reload and over languages", async () => {
    await inFirefox(async (page, errors) => {
      await open(page, "/audio-trimmer?noredirect");
      await scrollTo(page, 900);
      await follow(page, "/ar/audio-trimmer?noredirect", "ar");
      expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
      await scrollTo(page, 600);
      await follow(page, "/ar/pricing?noredirect");
      await step(page, -1);
      expect(await scrolled(page)).toBe(600);
      // Firefox tells of each file whose loading a reload cuts off.
      await page.waitForLoadState("networkidle");
      await page.reload();
      await hydrated(page);
      errors.length = 0;
      await step(page, -1);
      expect([page.url(), await scrolled(page)]).toEqual([
        address("/audio-trimmer?noredirect"),
        900,
      ]);
      expect(await page.evaluate(() => document.documentElement.dir)).toBe("ltr");
      expect(await page.evaluate(() => document.cookie)).toContain("i18n_redirected=ar");
    });
  });

  it("NAV-2 NAV-6 an unknown page and a broken one offer a way on", async () => {
    await inFirefox(async (page, errors) => {
      await open(page, "/audio-trimmer");
      await follow(page, "/no-such-page");
      expect(await page.locator("h1").innerText()).toBe("Page Not Found");
      await page.evaluate(() => {
        const own = window.fetch;
        window.fetch = (input, init) =>
          typeof input === "string" && input.startsWith("/volume-changer/_payload.json")
            ? own(input, init).then(async (response) =>
                Response.json({ ...((await response.json()) as object), steps: null }),
              )
            : own(input, init);
      });
      await follow(page, "/volume-changer");
      await page.locator("[data-reload]").waitFor();
      expect(await page.locator("h1").innerText()).toBe("Internal Server Error");
      await page.locator("#content a[data-home]").first().click();
      await page.locator("#tools").waitFor();
      expect(await stays(page)).toBe(true);
      // Firefox tells what was thrown some time after.
      await expect.poll(() => errors.length).toBeGreaterThan(0);
      errors.length = 0;
    });
  });
});
