import fs from "node:fs";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { linkToRecipe, readRecipe, type Recipe } from "#core/recipes/recipe.ts";
import { useBrowser, watch } from "./browser.ts";
import { addFiles, creditsLeft, useToolSite, withTool } from "./enhance-site.ts";
import { createNoise, voiceAt, wavOf } from "./sounds.ts";
import { inLongRun } from "../left-out.ts";

useBrowser();
useToolSite();

const noise = createNoise();
const talk = wavOf({ seconds: 4 }, (time) => voiceAt(time) + 0.02 * noise());
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

async function downloadOf(page: Page, press: () => Promise<unknown>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return fs.readFileSync(await file.path());
}
async function choose(page: Page, button: string, content: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    panel(page).getByRole("button", { name: button }).click(),
  ]);
  await chooser.setFiles({
    name: "r.recipe.json",
    mimeType: "application/json",
    buffer: content,
  });
}

it(
  "TLS-17 settings travel in a link and in a file, and two tools run one after the other",
  inLongRun,
  async () => {
    const recipe: Recipe = {
      kind: "recipe",
      version: 1,
      name: "Talks",
      steps: [{ effect: "denoise", values: { strength: 70 } }],
    };
    await withTool("/volume-changer", {}, async (page) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      // The link of another tool leads there, and sets what it contains.
      await page.goto(linkToRecipe(page.url(), recipe)!);
      await page.reload();
      await addFiles(page, [{ name: "talk.wav", mimeType: "audio/wav", buffer: talk }]);
      await page.getByText("The settings of “Talks” are applied.").waitFor();
      await page.waitForURL("**/background-audio-remover*");
      await panel(page).getByText("More settings").click();
      expect(page.url()).not.toContain("recipe=");
      const saved = await downloadOf(page, () =>
        panel(page).getByRole("button", { name: "Save as recipe" }).click(),
      );
      expect(readRecipe(saved.toString()).recipe!.steps).toEqual(recipe.steps);
      const { recipe: first } = readRecipe(saved.toString());
      const volume = { effect: "volume", values: { mode: "gain", gain: -6 } };
      const chain = { ...first!, steps: [...first!.steps, volume], output: { format: "wav16" } };
      await choose(page, "Open a recipe", Buffer.from(JSON.stringify(chain)));
      await panel(page)
        .getByRole("listitem")
        .getByText("Volume", { exact: false })
        .first()
        .waitFor();
      await panel(page).getByText("Costs 1 credit", { exact: true }).first().waitFor();
      await panel(page).getByRole("button", { name: "Run all steps" }).click();
      await page.getByText("all steps are finished").waitFor({ timeout: 120_000 });
      await expect.poll(creditsLeft).toBe(before - 1);
      expect(pageErrors.filter((text) => !text.startsWith("blob:"))).toEqual([]);
    });
  },
);
