import { describe, expect, it } from "vitest";
import { follow, hydrated, open, startAtOnce, stays } from "./application.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { ENGLISH_KINDS, KINDS, pathIn } from "./pages.ts";
import { snapshot, stylesOf } from "./snapshot.ts";
import { isLong } from "../left-out.ts";

useBrowser();

/** Addresses of every kind of page in a language, and of those in English alone. */
const pathsIn = (code: string): string[] => [
  ...Object.entries(KINDS)
    .filter(([kind]) => kind !== "not found")
    .map(([, route]) => pathIn(code, route)),
  ...Object.entries(ENGLISH_KINDS)
    .filter(([kind]) => kind !== "failure")
    .map(([, route]) => route),
];

/** Every kind in some languages in the long run; else from one language and direction to the other, in turn. */
const WAYS: readonly (readonly [languages: string, paths: readonly string[]])[] = isLong
  ? ["en", "ar", "ja"].map((code) => [code, pathsIn(code)] as const)
  : [["en and ar", pathsIn("ar").map((path, at) => (at % 2 === 0 ? path : pathsIn("en")[at]!))]];

describe("a page that client navigation shows", () => {
  it.each(WAYS)("SEO-1 NAV-7 NAV-9 is what its document is, in %s", async (code, addresses) => {
    const paths = addresses.map((path) => `${path}?noredirect`);
    const expected = new Map<string, Awaited<ReturnType<typeof snapshot>>>();
    const styles = new Map<string, string[]>();
    await withPage({}, async (page) => {
      await startAtOnce(page);
      for (const path of paths) {
        await page.goto(path);
        await hydrated(page);
        expected.set(path, await snapshot(page));
        styles.set(path, await stylesOf(page));
      }
    });
    await withPage({}, async (page) => {
      const pageErrors = watch(page);
      await startAtOnce(page);
      // From another language with the other direction, then each from the one before, or the one after.
      await open(page, `${pathIn(code === "ar" ? "de" : "ar", "/")}?noredirect`);
      const back = paths.toReversed();
      const way = isLong ? [...paths, ...back.slice(1)] : back;
      for (const path of way) {
        await follow(page, path);
        expect.soft({ path, ...(await snapshot(page)) }).toEqual({ path, ...expected.get(path) });
        expect.soft(await stylesOf(page)).toEqual(expect.arrayContaining(styles.get(path)!));
      }
      expect(await stays(page)).toBe(true);
      expect(pageErrors).toEqual([]);
    });
  });
});
