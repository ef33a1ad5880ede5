import type { Page } from "playwright";
import { expect, it } from "vitest";
import { hardest, inLongRun } from "../left-out.ts";
import { useBrowser, withPage } from "./browser.ts";
import { voiceAt, wavOf } from "./sounds.ts";

useBrowser();
const FILE = { name: "talk.wav", mimeType: "audio/wav", buffer: wavOf({ seconds: 4 }, voiceAt) };
const workspace = (page: Page) => page.locator("dialog[open]:has([data-pane])");
/** Whether the heading of a section is in sight. */
const isInSight = (page: Page, id: string): Promise<boolean> =>
  page.evaluate((name) => {
    const top = document.getElementById(name)?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < innerHeight / 2;
  }, id);

it.each(hardest(["", "/ar"]))("USR-7 “How credits work” leads to its section%s", async (locale) => {
  await withPage({}, async (page) => {
    await page.goto(`${locale}/silence-remover?noredirect`);
    const link = page.locator('#content a[href$="/pricing#counts"]').first();
    await link.click();
    await page.waitForURL(`**${locale}/pricing#counts`);
    await expect.poll(() => isInSight(page, "counts")).toBe(true);
  });
});

it("USR-7 “How credits work” leads there from the workspace, too", inLongRun, async () => {
  await withPage({}, async (page) => {
    await page.goto("/silence-remover");
    await page.locator("[data-zone] input[type=file]").first().setInputFiles(FILE);
    await workspace(page).locator('[data-action-bar] a[href$="/pricing#counts"]').first().click();
    await page.waitForURL("**/pricing#counts");
    await workspace(page).waitFor({ state: "detached" });
    await expect.poll(() => isInSight(page, "counts")).toBe(true);
  });
});

it("WSP-5 Alt with ← is the browser's, on whatever in the workspace has the focus", async () => {
  await withPage({}, async (page) => {
    await page.goto("/silence-remover");
    await page.locator("[data-zone] input[type=file]").first().setInputFiles(FILE);
    await workspace(page).locator("[data-start]:enabled").first().waitFor();
    // What plays has keys of its own.
    await workspace(page).locator("[data-strip]").waitFor();
    const taken = await workspace(page).evaluate((dialog) => {
      const focusable = dialog.querySelectorAll<HTMLElement>(
        "a[href], button, input, select, [tabindex]",
      );
      return Array.from(focusable)
        .filter((element) => element.checkVisibility())
        .flatMap((element) =>
          ["ArrowLeft", "ArrowRight"].flatMap((key) => {
            const press = { key, altKey: true, bubbles: true, cancelable: true };
            element.focus();
            return element.dispatchEvent(new KeyboardEvent("keydown", press))
              ? []
              : [`${key}: ${element.outerHTML.slice(0, 80)}`];
          }),
        );
    });
    expect(taken).toEqual([]);
    expect(await workspace(page).locator("[role=slider], [data-wave]").count()).toBeGreaterThan(0);
  });
});
