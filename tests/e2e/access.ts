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
export const COLOURS: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  resultTypes: ["violations"],
};

/** Violations, a line each. */
export async function violations(
  page: Page,
  where: string,
  options: RunOptions,
): Promise<string[]> {
  const results = await page.evaluate(
    (given) =>
      (globalThis as unknown as { axe: { run(o: object): Promise<AxeResults> } }).axe.run(given),
    options,
  );
  return results.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${where}: ${impact} ${id} at ${target.join(" ")}\n${failureSummary}`,
    ),
  );
}
