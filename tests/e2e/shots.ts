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
 * A step of a journey, with a screenshot. It must have no accessibility violations; these are
 * checked for results of panels, in the long run, and if the environment variable TOOLKIT_AXE is 1.
 * If TOOLKIT_SHOTS names a folder, screenshots of the desktop and phone layouts are saved there.
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
