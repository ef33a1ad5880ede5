import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { isLong } from "../left-out.ts";
import { violationsInThemes } from "./access.ts";

const WIDTHS = [
  ["desktop", 1280, 900],
  ["phone", 390, 844],
] as const;

/** Whether axe looks at each step that is worth a picture. */
const areAllSearched = isLong || process.env["TOOLKIT_AXE"] === "1";

/**
 * A step of a journey that is worth a look. It breaks no rule of accessibility, which is looked at where it
 * is a panel's result, else in the long run, or where the environment variable TOOLKIT_AXE is 1. Where
 * TOOLKIT_SHOTS names a folder, its pictures on a desk and on a phone are for people.
 */
export async function shoot(page: Page, name: string, { isResult = false } = {}): Promise<void> {
  if (isResult || areAllSearched) expect(await violationsInThemes(page, name)).toEqual([]);
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
