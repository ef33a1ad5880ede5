import path from "node:path";
import { build } from "esbuild";
import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { useBrowser, withPage } from "#tests/e2e/browser.ts";

useBrowser();
let script = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { startScrollIn } from "./scroll-in.ts";
        window.end = new AbortController();
        startScrollIn(document.body, window.end.signal);
      `,
      resolveDir: path.dirname(new URL(import.meta.url).pathname),
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "iife",
  });
  script = outputFiles[0]!.text;
});

const PAGE = `<!doctype html><style>body { margin: 0 } p { height: 100px; margin: 0 } div { height: 1000px }</style>
  <p data-scroll-in id="top">top</p><div></div>
  <p data-scroll-in id="middle"><a href="#">link</a></p><div></div>
  <p data-scroll-in id="end">end</p>`;

const withScrolled = (
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
): Promise<void> =>
  withPage({ viewport: { width: 800, height: 600 }, ...options }, async (page) => {
    await page.setContent(PAGE);
    await page.addScriptTag({ content: script });
    await work(page);
  });

const hidden = (page: Page, id: string): Promise<boolean> =>
  page.locator(`#${id}`).evaluate((element) => getComputedStyle(element).opacity === "0");
const animations = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.getAnimations().map((animation) => {
      const { target } = animation.effect as KeyframeEffect;
      return `${target!.id} ${animation.playState}`;
    }),
  );
/** Scrolls until the top of the element is a number of pixels above the bottom of the window. */
const bringUp = (page: Page, id: string, pixels: number): Promise<void> =>
  page.locator(`#${id}`).evaluate(
    (element, up) =>
      scrollBy({
        top: element.getBoundingClientRect().top - innerHeight + up,
        behavior: "instant",
      }),
    pixels,
  );

describe("elements that move in", () => {
  it("CMP-3 wait until they are 120 px up, take 400 ms, and leave nothing behind", () =>
    withScrolled({}, async (page) => {
      expect(await hidden(page, "top")).toBe(false);
      expect(await hidden(page, "middle")).toBe(true);
      await bringUp(page, "middle", 110);
      await page.waitForTimeout(200);
      expect(await hidden(page, "middle")).toBe(true);
      await bringUp(page, "middle", 130);
      await expect.poll(() => animations(page)).toContain("middle running");
      const duration = await page.evaluate(() =>
        document
          .getAnimations()
          .map(({ effect }) => effect!.getTiming().duration)
          .at(-1)!,
      );
      expect(duration).toBe(400);
      await expect.poll(() => animations(page)).toEqual(["end paused"]);
      expect(await hidden(page, "middle")).toBe(false);
      expect(await page.locator("[style]").count()).toBe(0);
    }));

  it("CMP-3 at the end of the page appear though they cannot come up so far", () =>
    withScrolled({}, async (page) => {
      await page.evaluate(() => scrollTo({ top: 1e6, behavior: "instant" }));
      await expect.poll(() => hidden(page, "end")).toBe(false);
    }));

  it("CMP-3 are looked for at once, and then every 99 ms while the page is scrolled", () =>
    withScrolled({}, async (page) => {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      const scrolledTo = (top: number): Promise<void> =>
        page.evaluate(
          (to) =>
            new Promise((resolve) => {
              addEventListener("scroll", () => resolve(), { once: true });
              scrollTo({ top: to, behavior: "instant" });
            }),
          top,
        );
      await scrolledTo(10);
      await scrolledTo(1e6);
      await page.clock.runFor(98);
      expect(await animations(page)).toContain("end paused");
      await page.clock.runFor(1);
      expect(await animations(page)).not.toContain("end paused");
    }));

  it("CMP-3 that come later wait as well", () =>
    withScrolled({}, async (page) => {
      await page.evaluate(() => {
        document.body.insertAdjacentHTML("beforeend", '<div></div><p data-scroll-in id="late">');
      });
      await expect.poll(() => hidden(page, "late")).toBe(true);
    }));

  it("CMP-3 do not move under reduced motion, from the start or later", async () => {
    await withScrolled({ reducedMotion: "reduce" }, async (page) => {
      expect(await animations(page)).toEqual([]);
    });
    await withScrolled({}, async (page) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expect.poll(() => animations(page)).toEqual([]);
      expect(await hidden(page, "end")).toBe(false);
    });
  });

  it("CMP-3 are all there on paper, for the keyboard, and when it ends", async () => {
    await withScrolled({}, async (page) => {
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      expect(await hidden(page, "end")).toBe(false);
    });
    await withScrolled({}, async (page) => {
      await page.locator("a").evaluate((link) => link.focus({ preventScroll: true }));
      expect(await hidden(page, "middle")).toBe(false);
      expect(await hidden(page, "end")).toBe(true);
      await page.evaluate(() => (window as unknown as { end: AbortController }).end.abort());
      expect(await hidden(page, "end")).toBe(false);
    });
  });
});
