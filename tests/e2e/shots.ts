import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";

const WIDTHS = [
  ["desktop", 1280, 900],
  ["phone", 390, 844],
] as const;

/**
 * Pictures of a journey on a desk and on a phone, for people to look at, where the environment
 * variable TOOLKIT_SHOTS names a folder; otherwise none are made.
 */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env["TOOLKIT_SHOTS"];
  if (folder === undefined) return;
  fs.mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  for (const [device, width, height] of WIDTHS) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: path.join(folder, `${name}-${device}.png`), fullPage: true });
  }
  if (before) await page.setViewportSize(before);
}
