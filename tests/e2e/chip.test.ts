import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { ALL, source, violations } from "./access.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { holdRuns } from "./hold-runs.ts";
import { useRealSite } from "./real-site.ts";
import { createNoise, voiceAt, wavOf } from "./sounds.ts";

useBrowser();
const site = useRealSite();
const noise = createNoise();
const talkOf = (seconds: number) => ({
  name: "talk.wav",
  mimeType: "audio/wav",
  buffer: wavOf({ seconds, rate: 8000 }, (time) => voiceAt(time) + 0.02 * noise()),
});
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const workspace = (page: Page) => page.locator("dialog[open]:has([data-pane])");
const chip = (page: Page) => page.locator("[data-chip]");
const field = (page: Page, name: string) => page.locator(`dialog[open] [data-field="${name}"]`);
let accounts = 0;

/** How often the panel's sliders are written while a job's progress moves on by four steps. */
const writesOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const panel = document.querySelector("dialog[open] [data-pane=panel]")!;
        let [steps, writes] = [0, 0];
        const watching = new MutationObserver((records) => {
          for (const { target, attributeName } of records) {
            if (attributeName === "aria-valuenow" && (target as Element).matches("svg")) steps++;
            if (
              steps > 0 &&
              attributeName === "type" &&
              (target as Element).matches("[type=range]")
            )
              writes++;
          }
          if (steps < 5) return;
          watching.disconnect();
          resolve(writes);
        });
        watching.observe(panel, { subtree: true, attributes: true });
      }),
  );

/** Starts a job as a newcomer, and closes the workspace. @param meanwhile begins before the job, and ends before it is closed */
async function startAndClose(
  page: Page,
  seconds: number,
  { code = "en", meanwhile }: { code?: string; meanwhile?: () => Promise<void> } = {},
): Promise<void> {
  const t = site().texts(code);
  const email = `chip.${(accounts += 1)}@example.org`;
  await page.goto(
    code === "en" ? "/background-audio-remover" : `/${code}/background-audio-remover`,
  );
  await page.locator("[data-zone] input[type=file]").first().setInputFiles(talkOf(seconds));
  await workspace(page).locator("[data-start]:enabled").first().click();
  const done = meanwhile?.();
  await field(page, "email").fill(email);
  await field(page, "password").fill("a walk along the river");
  await page.keyboard.press("Enter");
  await field(page, "code").fill(await site().codeOf(email));
  await workspace(page).locator("[data-job]").first().waitFor({ state: "attached" });
  await done;
  await workspace(page)
    .getByRole("button", { name: t("workspace:close") })
    .click();
  await workspace(page).waitFor({ state: "detached" });
}

/** Sum of the layout shifts in which the chip, or a part of it, has moved. */
const shiftsOfChip = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        interface Shift extends PerformanceEntry {
          readonly value: number;
          readonly sources: readonly { readonly node: Node | null }[];
        }
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as unknown as Shift[])
            for (const { node } of sources)
              if ((node instanceof Element ? node : node?.parentElement)?.closest("[data-chip]"))
                sum += value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );

describe("work while the workspace is closed", () => {
  it("WSP-6 stays in sight on every page, and one click leads back to its result", async () => {
    await withPage({ baseURL: site().url }, async (page) => {
      const pageErrors = watch(page);
      const release = await holdRuns(page);
      // What is set is not drawn with each progress.
      const meanwhile = async (): Promise<void> => {
        expect(await writesOf(page)).toBeLessThan(2);
      };
      await startAndClose(page, 60, { meanwhile });
      await chip(page).getByText("talk.wav").waitFor();
      expect(await chip(page).textContent()).not.toContain("ready");
      // A page without tools, by the router: the job continues.
      await page.locator('footer a[href="/pricing"]').first().click();
      await page.waitForURL("**/pricing");
      await chip(page).getByText("talk.wav").waitFor();
      await release();
      await chip(page).getByText("1 result ready").first().waitFor();
      // It moves nothing of the page, which it lies above, and nothing in it moves.
      expect(await chip(page).evaluate((box) => getComputedStyle(box).position)).toBe("fixed");
      expect(await shiftsOfChip(page)).toBe(0);
      const [above, prices] = [chip(page), page.locator("#calculator")];
      const end = await above.evaluate((box) => box.getBoundingClientRect().bottom);
      expect(end).toBeLessThan((await prices.boundingBox())!.y);
      expect(await page.locator("[data-notice]").count()).toBe(0);
      expect(await chip(page).locator("[data-said]").textContent()).toBe("1 result ready");
      await page.evaluate(source);
      expect(await violations(page, "with the chip", ALL)).toEqual([]);
      // Another document of the tab.
      await page.goto("/privacy-policy");
      await chip(page).getByText("1 result ready").waitFor();
      // By the keyboard.
      await chip(page).getByRole("button").first().focus();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/background-audio-remover");
      await workspace(page).locator("[role=radiogroup]:not([data-preview] *)").first().waitFor();
      expect(await chip(page).count()).toBe(0);
      // A sound that is no longer wanted is broken off.
      expect(pageErrors.filter((text) => !text.startsWith("blob:"))).toEqual([]);
    });
  });

  /** It lies within the page, at the end of its lines. */
  async function expectInside(page: Page, code: string): Promise<void> {
    const box = (await chip(page).boundingBox())!;
    const { width, height } = page.viewportSize()!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    if (code === "ar") expect(box.x + box.width / 2).toBeGreaterThan(width / 2);
  }

  it("WSP-6 it fits a phone's page, and stays dismissed", inLongRun, async () => {
    await withPage({ baseURL: site().url, ...PHONE }, async (page) => {
      await startAndClose(page, 10);
      await expectInside(page, "en");
      await chip(page).getByText("1 result ready").first().waitFor();
      await chip(page).getByRole("button", { name: "Dismiss" }).click();
      await chip(page).waitFor({ state: "detached" });
      await page.goto("/pricing");
      await page.locator("header [data-account] button[popovertarget]").waitFor();
      expect(await page.evaluate(() => sessionStorage.getItem("toolkit_work"))).toBeNull();
      expect(await chip(page).count()).toBe(0);
    });
  });

  it("WSP-6 it fits a right-to-left page, and leads back", inLongRun, async () => {
    await withPage({ baseURL: site().url }, async (page) => {
      await startAndClose(page, 10, { code: "ar" });
      await expectInside(page, "ar");
      await chip(page).getByRole("button").first().click();
      await workspace(page).waitFor();
    });
  });
});
