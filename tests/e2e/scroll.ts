import type { Page } from "playwright";

export const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** Scrolls at once, and waits until the page has heard of it: in the next frame. */
export const scrollTo = (page: Page, top: number): Promise<void> =>
  page.evaluate(
    (y) =>
      new Promise((resolve) => {
        window.scrollTo({ top: y, behavior: "instant" });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    top,
  );
