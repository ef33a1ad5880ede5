import { describe, expect, it } from "vitest";
import { ALL, COLOURS, source, violations } from "./access.ts";
import { useBrowser, useTab } from "./browser.ts";
import { kindsIn } from "./pages.ts";
import { isLong } from "../left-out.ts";

useBrowser();
const tab = useTab({ bypassCSP: true, reducedMotion: "reduce" });
const CODES = isLong ? ["en", "ar", "ja"] : ["en", "ar"];
/** Tools without a sample are among the kinds. */
const PAGES = [...kindsIn(...CODES), ["tool with a sample", "/ar/breath-remover"]] as const;
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 800 },
];

describe("accessibility", () => {
  it.each(PAGES)("CLI-1 of %s (%s), light and dark, wide and narrow", async (_, at) => {
    const found: string[] = [];
    const page = await tab();
    await page.goto(`${at}?noredirect`);
    await page.evaluate(source);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const where = `${at} ${size.width} ${colorScheme}`;
        found.push(...(await violations(page, where, colorScheme === "light" ? ALL : COLOURS)));
      }
    }
    expect(found).toEqual([]);
  });

  it.each(["/", "/ar", "/ja/audio-trimmer"])("of the open menus of %s", async (at) => {
    const found: string[] = [];
    const page = await tab();
    await page.goto(`${at}?noredirect`);
    await page.evaluate(source);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const summary of await page.locator("header summary").all()) {
        await summary.click();
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          found.push(
            ...(await violations(
              page,
              `${at} ${size.width} ${colorScheme} menu`,
              colorScheme === "light" ? ALL : COLOURS,
            )),
          );
        }
        await page.keyboard.press("Escape");
      }
    }
    expect([...new Set(found)]).toEqual([]);
  });
});
