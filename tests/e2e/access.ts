import fs from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";

/** To be run in a page before `violations`. */
export const source = fs.readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
export const ALL: RunOptions = {
  runOnly: { type: "tag", values: RULES },
  resultTypes: ["violations"],
};
/** What can differ between light and dark. */
export const COLORS: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  resultTypes: ["violations"],
};

/** Violations, a line each. What a notice lies over for a moment is not too small. */
export async function violations(
  page: Page,
  where: string,
  options: RunOptions,
): Promise<string[]> {
  const found = await page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as { axe: { run(o: object): Promise<AxeResults> } };
    /** Places of all notices while it looks: one may come or go meanwhile. */
    const covers: DOMRect[] = [];
    let frame = 0;
    const watch = (): void => {
      for (const notice of document.querySelectorAll("[data-notice]"))
        covers.push(notice.getBoundingClientRect());
      frame = requestAnimationFrame(watch);
    };
    watch();
    // During a transition, a color has neither contrast.
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(still);
    const results = await axe.run(given);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    cancelAnimationFrame(frame);
    watch();
    cancelAnimationFrame(frame);
    const isCovered = (selector: string): boolean => {
      const own = document.querySelector(selector)?.getBoundingClientRect();
      return covers.some(
        ({ left, right, top, bottom }) =>
          own && own.left < right && own.right > left && own.top < bottom && own.bottom > top,
      );
    };
    return results.violations.flatMap(({ id, impact, nodes }) =>
      nodes
        .filter(({ target }) => id !== "target-size" || !isCovered(String(target[0])))
        .map(({ target, failureSummary }) => ({ id, impact, target, failureSummary })),
    );
  }, options);
  return found.map(
    ({ id, impact, target, failureSummary }) =>
      `${where}: ${impact} ${id} at ${target.join(" ")}\n${failureSummary}`,
  );
}

/**
 * Violations in both appearances. The workspace is dark unless light was chosen, so that here it is.
 * @param where what is shown
 */
export async function violationsInThemes(page: Page, where: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const wear = (theme: string | null): Promise<void> =>
    page.evaluate((name) => {
      const { dataset } = document.documentElement;
      if (name === null) delete dataset["theme"];
      else dataset["theme"] = name;
    }, theme);
  const worn = await page.evaluate(() => document.documentElement.dataset["theme"] ?? null);
  const found: string[] = [];
  for (const [theme, rules] of [
    ["dark", ALL],
    ["light", COLORS],
  ] as const) {
    await wear(theme);
    found.push(...(await violations(page, `${where} ${theme}`, rules)));
  }
  await wear(worn);
  return found;
}
