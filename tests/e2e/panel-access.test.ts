import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsInThemes } from "./access.ts";
import { useBrowser } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { createNoise, voiceAt, wavOf } from "./sounds.ts";
import { hardest, isLong } from "../left-out.ts";

useBrowser();
useToolSite();

const noise = createNoise();
const talk = {
  name: "talk.wav",
  mimeType: "audio/wav",
  buffer: wavOf({ seconds: 2, rate: 16_000 }, (time) => voiceAt(time) + 0.02 * noise()),
};
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
/** Panels that have no journey that looks at them, and presets that have a view of their own. */
const TOOLS = [
  "background-audio-remover",
  "audio-trimmer",
  "volume-changer",
  "voice-changer",
  "ai-audio-editor",
  "ai-stem-splitter",
] as const;

describe.each(hardest(["", "/ar"]))("accessibility of the panels, %s", (code) => {
  // Half of them; the long run looks at all.
  const tools = TOOLS.filter((_, at) => isLong || at % 2 === 1);
  it.each(tools)("CLI-1 WSP-5 %s without a file, with one, with a result", async (tool) => {
    await withTool(`${code}/${tool}`, { bypassCSP: true }, async (page) => {
      const found = await violationsInThemes(page, `${tool} empty`);
      await addFiles(page, [talk]);
      await panel(page).locator("canvas").first().waitFor();
      found.push(...(await violationsInThemes(page, `${tool} ready`)));
      if (tool === "volume-changer")
        await panel(page).locator("input[type=range]").first().fill("3");
      if (tool === "voice-changer")
        await panel(page)
          .locator("fieldset input[type=radio], [data-preset] input")
          .nth(1)
          .check({ force: true });
      const start = panel(page).locator("[data-start]:enabled").last();
      if ((await start.count()) > 0) {
        await start.click();
        await page.locator("dialog[open] [data-job][data-state=done]").first().waitFor();
        found.push(...(await violationsInThemes(page, `${tool} result`)));
      }
      expect(found).toEqual([]);
    });
  });
});

/** Slugs of the tools' pages, by their panel. */
function slugsByPanel(): ReadonlyMap<string, readonly string[]> {
  const tools = path.resolve(import.meta.dirname, "../../content/tools");
  const pages = fs.readdirSync(tools).map((name) => {
    const text = fs.readFileSync(path.join(tools, name), "utf8");
    return { slug: path.basename(name, ".md"), panel: /^panel: (.+)$/m.exec(text)![1]! };
  });
  return new Map(
    Object.entries(Object.groupBy(pages, ({ panel: id }) => id)).map(([id, all]) => [
      id,
      all!.map(({ slug }) => slug),
    ]),
  );
}

it("CLI-1 axe looks at every panel with what it makes, in both appearances", () => {
  const texts = fs
    .readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => fs.readFileSync(path.join(import.meta.dirname, name), "utf8"))
    .filter((text) => text.includes("isResult: true") || text.includes("violationsInThemes("));
  const missed = [...slugsByPanel()].flatMap(([id, slugs]) =>
    texts.some((text) => slugs.some((slug) => text.includes(`${slug}"`))) ? [] : [id],
  );
  expect(missed).toEqual([]);
});
