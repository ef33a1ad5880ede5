import fs from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { useBrowser, watch } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { createNoise, levelOf, readWav, voiceAt, wavOf } from "./sounds.ts";

useBrowser();
useToolSite();

const noise = createNoise();
const talk = wavOf({ seconds: 6, rate: 16_000 }, (time) => voiceAt(time) + 0.02 * noise());
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const wav = (name: string, buffer: Buffer) => ({ name, mimeType: "audio/wav", buffer });

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    panel(page).getByRole("button", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(name);
  return fs.readFileSync(await file.path());
}

describe("the panel that cleans recordings", () => {
  it("TLS-1 takes the noise from a file, in a worker, to a downloaded result", async () => {
    await withTool("/background-audio-remover", {}, async (page) => {
      const heard = watch(page);
      await addFiles(page, [wav("talk.wav", talk)]);
      await panel(page).getByText("Costs 1 credit").waitFor();
      await panel(page).getByText("Runs on this device; nothing is uploaded").waitFor();
      await panel(page).getByRole("button", { name: "Remove the noise" }).click();
      await panel(page).getByRole("button", { name: "Download" }).waitFor({ timeout: 120_000 });
      const result = readWav(await download(page, "talk-denoise.wav"));
      const source = readWav(talk);
      expect(result.rate).toBe(16_000);
      expect(result.channels[0]!.length).toBe(source.channels[0]!.length);
      // The pause from 2 to 3 s is noise alone.
      expect(levelOf(result, 2.2, 2.9)).toBeLessThan(0.3 * levelOf(source, 2.2, 2.9));
      expect(levelOf(result, 0.2, 1.8)).toBeGreaterThan(0.3 * levelOf(source, 0.2, 1.8));
      expect(heard).toEqual([]);
    });
  });
});
