import { describe, expect, it } from "vitest";
import { hardest } from "../left-out.ts";
import { useBrowser, useTab, withPage } from "./browser.ts";
import { kindsIn } from "./pages.ts";

useBrowser();
const WITHOUT = { javaScriptEnabled: false };
const tab = useTab(WITHOUT);

describe("without JavaScript", () => {
  it.each(kindsIn(...hardest(["en", "ar"])))("RTE-6 %s (%s) can be read", async (_, at) => {
    const page = await tab();
    await page.goto(at);
    const heading = page.locator("h1");
    expect(await heading.count()).toBe(1);
    expect(await heading.isVisible()).toBe(true);
    expect((await page.locator("main").innerText()).length).toBeGreaterThan(60);
    // What only a script can serve is not shown.
    for (const control of await page.locator(".needs-js").all())
      expect(await control.isVisible()).toBe(false);
  });

  it("RTE-6 the whole of a tool's page is there", async () => {
    await withPage(WITHOUT, async (page) => {
      await page.goto("/audio-trimmer");
      for (const id of ["steps", "features", "faq", "related"])
        expect(await page.locator(`#${id}`).isVisible()).toBe(true);
      const question = page.locator("main details").first();
      await question.locator("summary").click();
      expect(await question.locator("p").first().isVisible()).toBe(true);
    });
  });

  it("RTE-6 all tools are listed on the home page, in groups", async () => {
    await withPage(WITHOUT, async (page) => {
      await page.goto("/");
      expect(await page.locator("#tools [data-tool] a").count()).toBe(41);
      // By intention; none is being built.
      const groups = page.locator("#tools > section");
      expect(await groups.evaluateAll((all) => all.map(({ id }) => id))).toEqual([
        "clean",
        "split",
        "create",
        "ai",
        "edit",
        "download",
      ]);
      expect(await page.locator("#ai a[href='/voice-cloning']").isVisible()).toBe(true);
    });
  });

  it.each([
    ["wide", { width: 1280, height: 800 }],
    ["narrow", { width: 390, height: 800 }],
  ])("menus open and lead on, %s", async (width, viewport) => {
    await withPage({ ...WITHOUT, viewport }, async (page) => {
      const isNarrow = width === "narrow";
      const menus = page.locator("header [data-menu] > summary");
      const rows = page.locator("header [open] details > summary");
      await page.goto("/");
      await menus.first().click();
      if (isNarrow) await rows.filter({ hasText: "Cut and adjust" }).click();
      // No tool is listed as one that does not work yet.
      expect(await page.locator("header details[open] [aria-labelledby~='soon-ai']").count()).toBe(
        0,
      );
      const tool = page.locator('header details[open] a[href="/audio-trimmer"]');
      expect(await tool.isVisible()).toBe(true);
      await tool.click();
      await page.waitForURL("**/audio-trimmer");
      await menus.nth(isNarrow ? 0 : 1).click();
      if (isNarrow) await rows.filter({ hasText: "Language" }).click();
      await page.locator('header details[open] a[data-language="de"] >> visible=true').click();
      await page.waitForURL("**/de/audio-trimmer");
      expect(await page.locator("html").getAttribute("lang")).toBe("de");
    });
  });

  it("NAV-2 an unknown address offers the home page in every language", async () => {
    await withPage(WITHOUT, async (page) => {
      await page.goto("/de/no-such-page");
      expect(await page.locator("h1").innerText()).toBe("Page Not Found");
      expect(await page.locator("footer a[data-language]").count()).toBe(14);
      await page.locator('footer a[data-language="de"]').click();
      await page.waitForURL("**/de");
    });
  });
});
