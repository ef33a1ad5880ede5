import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { ALL, COLOURS, source, violations } from "./access.ts";
import { useBrowser } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { createNoise, voiceAt, wavOf } from "./sounds.ts";
import { isLong } from "../left-out.ts";

useBrowser();
useToolSite();

const noise = createNoise();
const talk = {
  name: "talk.wav",
  mimeType: "audio/wav",
  buffer: wavOf({ seconds: 2, rate: 16_000 }, (time) => voiceAt(time) + 0.02 * noise()),
};
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
/** A page of each panel, and of each preset that has a view of its own. */
const TOOLS = [
  "background-audio-remover",
  "audio-trimmer",
  "volume-changer",
  "voice-changer",
  "ai-audio-editor",
  "ai-stem-splitter",
] as const;

/** Looks at what is shown; colors alone differ in the other appearance. */
async function look(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const rules = colorScheme === "light" ? ALL : COLOURS;
    found.push(...(await violations(page, `${where} ${colorScheme}`, rules)));
  }
  return found;
}

describe.each(["", "/ar"])("accessibility of the panels, %s", (code) => {
  // Every panel in one of the languages, in turn; in both in the long run.
  const tools = TOOLS.filter((_, at) => isLong || at % 2 === (code === "" ? 0 : 1));
  it.each(tools)("CLI-1 WSP-5 %s without a file, with one, with a result", async (tool) => {
    await withTool(`${code}/${tool}`, { bypassCSP: true }, async (page) => {
      await page.evaluate(source);
      const found = await look(page, `${tool} empty`);
      await addFiles(page, [talk]);
      await panel(page).locator("canvas").first().waitFor();
      found.push(...(await look(page, `${tool} ready`)));
      if (tool === "volume-changer")
        await panel(page).locator("input[type=range]").first().fill("3");
      if (tool === "voice-changer")
        await panel(page)
          .locator("fieldset input[type=radio], [data-preset] input")
          .nth(1)
          .check({ force: true });
      const start = panel(page).locator("form button[type=submit]:enabled").last();
      if ((await start.count()) > 0) {
        await start.click();
        await page.locator("dialog[open] [data-job][data-state=done]").first().waitFor();
        found.push(...(await look(page, `${tool} result`)));
      }
      expect(found).toEqual([]);
    });
  });
});
