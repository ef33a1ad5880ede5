import type { Locator } from "playwright";

/** Opens all groups of settings, by keyboard. */
export async function openFolds(panel: Locator): Promise<void> {
  const closed = panel.locator("details:not([open]) > summary");
  while ((await closed.count()) > 0) await closed.first().press("Enter");
}
