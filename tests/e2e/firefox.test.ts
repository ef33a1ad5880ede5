import type { BrowserContextOptions, Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { firefoxBrowser } from "#scripts/browser.ts";
import { hardest, inLongRun, needs } from "../left-out.ts";
import {
  address,
  click,
  follow,
  hydrated,
  locationOf,
  open,
  startAtOnce,
  stays,
  step,
} from "./application.ts";
import { useFirefox, withPage } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { scrolled, scrollTo } from "./scroll.ts";
import { expectSound, expectStems, TALK } from "./talk.ts";

const isThere = needs(firefoxBrowser() !== undefined, "Firefox");
const talk = { name: "talk.wav", mimeType: "audio/wav", buffer: TALK };
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

/** Types instead of filling in: over WebDriver BiDi, React hears nothing of a value that is set. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press("Control+a");
  await field.pressSequentially(text);
}

/** Errors of the console and of scripts. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}

describe("in Firefox", isThere, () => {
  const saved = useFirefox();
  const site = useToolSite();

  const inFirefox = (work: (page: Page, errors: string[]) => Promise<void>): Promise<void> =>
    withPage({}, async (page) => {
      const errors = errorsOf(page);
      await startAtOnce(page);
      await work(page, errors);
      expect(errors).toEqual([]);
    });

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

  it(
    "NAV-4 LOC-5 LOC-6 back and forward restore positions, after a reload and over languages",
    inLongRun,
    async () => {
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
        expect([await locationOf(page), await scrolled(page)]).toEqual([
          address("/audio-trimmer?noredirect"),
          900,
        ]);
        expect(await page.evaluate(() => document.documentElement.dir)).toBe("ltr");
        expect(await page.evaluate(() => document.cookie)).toContain("i18n_redirected=ar");
      });
    },
  );

  it("NAV-2 NAV-6 an unknown page and a broken one offer a way on", inLongRun, async () => {
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

  const inTool = (
    path: string,
    work: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> =>
    withTool(path, options, async (page) => {
      const errors = errorsOf(page);
      await addFiles(page, [talk]);
      await work(page);
      expect(await panel(page).innerText()).not.toMatch(/panel-\w+:|undefined|NaN/);
      // There may be no sound output; that says nothing of the file.
      expect(await page.locator("body").innerText()).not.toContain("cannot be read");
      expect(errors).toEqual([]);
    });

  async function save(page: Page, button: RegExp, name: string): Promise<Buffer> {
    await panel(page).getByRole("button", { name: button }).first().press("Enter");
    return saved(name);
  }

  it.each(
    hardest([
      ["background-audio-remover", "talk-noise-removed.wav"],
      ["volume-changer", "talk-volume.wav"],
      ["voice-changer", "talk-deep.wav"],
    ]),
  )("TLS-1 TLS-10 %s takes a file to a saved result", async (slug, name) => {
    await inTool(`/${slug}`, async (page) => {
      await panel(page).locator("[data-start]:enabled").click();
      expectSound(await save(page, /^Download/, name));
    });
  });

  it("TLS-1 TLS-10 audio-trimmer takes a file to a saved selection", inLongRun, async () => {
    await inTool("/audio-trimmer", async (page) => {
      const end = panel(page).getByRole("textbox", { name: "End" });
      await type(end, "0:02.5");
      await end.press("Enter");
      expectSound(await save(page, /^Save the selection/, "talk-trim.wav"), 2.5);
    });
  });

  it("TLS-1 TLS-10 ai-stem-splitter takes a song to its stems", inLongRun, async () => {
    await inTool("/ai-stem-splitter", async (page) => {
      await panel(page).locator("[data-start]:enabled").click();
      expectStems(await save(page, /^Save \d stems as ZIP/, "talk-stems.zip"));
    });
  });

  it("USR-2 a user signs in, and stays signed in after a reload and in another language", async () => {
    await withPage({ baseURL: site().url }, async (page) => {
      site().change("DELETE FROM limits");
      const errors = errorsOf(page);
      const account = page.locator("[data-account] button").first();
      await page.goto("/pricing?noredirect");
      await account.click();
      const dialog = page.locator("dialog[open]");
      await type(dialog.locator('[data-field="email"]'), "ada@example.org");
      await type(dialog.locator('[data-field="password"]'), "correct horse");
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => account.getAttribute("aria-label")).toContain("ada@example.org");
      await page.waitForLoadState("networkidle");
      await page.reload();
      await expect.poll(() => account.getAttribute("aria-label")).toContain("ada@example.org");
      await hydrated(page);
      await follow(page, "/ar/pricing", "ar");
      expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
      await expect.poll(() => account.getAttribute("aria-label")).toContain("ada@example.org");
      expect(errors).toEqual([]);
    });
  });
});
