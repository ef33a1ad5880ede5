import { describe, expect, it } from "vitest";
import { ALL, COLORS, source, violations } from "./access.ts";
import { useBrowser, useTab } from "./browser.ts";
import { kindsIn } from "./pages.ts";
import { hardest, isLong } from "../left-out.ts";

useBrowser();
const tab = useTab({ bypassCSP: true, reducedMotion: "reduce" });
const CODES = hardest(["en", "ja", "ar"]);
/** Tools without a sample are among the kinds. */
const PAGES = [...kindsIn(...CODES), ["tool with a sample", "/ar/breath-remover"]] as const;
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 800 };
const SIZES = [WIDE, NARROW];
/** Every size in both appearances in the long run; else each size and each appearance once. */
const LOOKS = isLong
  ? ([
      [WIDE, "light", ALL],
      [WIDE, "dark", COLORS],
      [NARROW, "light", ALL],
      [NARROW, "dark", COLORS],
    ] as const)
  : ([
      [WIDE, "dark", ALL],
      [NARROW, "light", ALL],
    ] as const);

describe("accessibility", () => {
  it.each(PAGES)("CLI-1 of %s (%s), light and dark, wide and narrow", async (_, at) => {
    const found: string[] = [];
    const page = await tab();
    await page.goto(`${at}?noredirect`);
    await page.evaluate(source);
    for (const [size, colorScheme, rules] of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      found.push(...(await violations(page, `${at} ${size.width} ${colorScheme}`, rules)));
    }
    expect(found).toEqual([]);
  });

  const menus = isLong ? ["/", "/ar", "/ja/audio-trimmer"] : ["/ar"];
  it.each(menus)("of the open menus of %s", async (at) => {
    const found: string[] = [];
    const page = await tab();
    await page.goto(`${at}?noredirect`);
    await page.evaluate(source);
    for (const size of isLong ? SIZES : [NARROW]) {
      await page.setViewportSize(size);
      for (const summary of await page.locator("header [data-menu] > summary").all()) {
        if (!(await summary.isVisible())) continue;
        await summary.click();
        for (const fold of await page.locator("header [open] details > summary").all())
          if (await fold.isVisible()) await fold.click();
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          found.push(
            ...(await violations(
              page,
              `${at} ${size.width} ${colorScheme} menu`,
              colorScheme === "light" ? ALL : COLORS,
            )),
          );
        }
        await page.keyboard.press("Escape");
      }
    }
    expect([...new Set(found)]).toEqual([]);
  });
});
