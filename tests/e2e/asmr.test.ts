import fs from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsInThemes } from "./access.ts";
import { useBrowser, watch } from "./browser.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { readWav } from "./sounds.ts";
import { inLongRun } from "../left-out.ts";

useBrowser();
const site = useRealSite();

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const layer = (page: Page, name: string) => panel(page).getByRole("group", { name, exact: true });
const result = (page: Page) => panel(page).getByRole("region", { name: "Result" });
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));

const open = (page: Page): Promise<void> => panel(page).getByRole("switch").first().waitFor();

async function make(page: Page): Promise<ReturnType<typeof readWav>> {
  await start(page).click();
  const button = panel(page).getByRole("button", { name: /^(Download|Save)/ });
  await button.waitFor();
  await result(page).getByText("LUFS").waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), button.press("Enter")]);
  return readWav(fs.readFileSync(await file.path()));
}

describe("a soundscape", () => {
  it("TLS-1 TLS-18 USR-7 USR-10 plays while it is adjusted, is rendered for one credit, and survives a reload", async () => {
    await withNewcomer(site(), "/ai-asmr-generator", {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await open(page);
      await shoot(page, "asmr");

      // Live, and changed while it plays.
      await panel(page).getByRole("button", { name: "Play", exact: true }).press("Enter");
      await panel(page).getByRole("button", { name: "Pause", exact: true }).waitFor();
      await panel(page).getByRole("button", { name: "Campfire at night" }).press("Enter");
      await layer(page, "Fire").getByRole("slider", { name: "Volume, Fire" }).fill("-6");
      await layer(page, "Fire").getByRole("slider", { name: "Pan, Fire" }).press("ArrowLeft");
      await layer(page, "Cat purr").getByRole("switch").press("Space");
      await panel(page).getByRole("button", { name: "New variation" }).press("Enter");
      await panel(page).getByRole("button", { name: "Pause", exact: true }).press("Enter");

      await panel(page).getByRole("combobox", { name: "Duration" }).selectOption("15");
      await panel(page).getByRole("switch", { name: "Seamless loop" }).check();
      const made = await make(page);
      await expect.poll(creditsLeft).toBe(before - 1);
      expect([made.rate, made.channels.length, made.channels[0]!.length]).toEqual([
        48_000,
        2,
        15 * 48_000,
      ]);
      await shoot(page, "asmr-made");

      // The same sound in another format is free, and what is set is there after a reload.
      await page.reload();
      await layer(page, "Cat purr").getByRole("slider", { name: "Volume, Cat purr" }).waitFor();
      const level = layer(page, "Fire").getByRole("slider", { name: "Volume, Fire" });
      expect(await level.inputValue()).toBe("-6");
      await result(page).waitFor();
      await panel(page).getByRole("combobox", { name: "Format" }).selectOption("mp3");
      await panel(page).getByText("Earlier settings").first().waitFor();
      await start(page).click();
      await result(page).getByText("measured before encoding as MP3").waitFor();
      expect(await result(page).getByText("LUFS").count()).toBe(1);
      expect(await creditsLeft()).toBe(before - 1);
      expect(await panel(page).innerText()).not.toMatch(/panel-asmr|undefined|NaN/);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it("TLS-4 without a layer nothing can be started, and the fix is shown", inLongRun, async () => {
    await withNewcomer(site(), "/ai-asmr-generator", {}, async (page) => {
      await open(page);
      for (const name of ["Rain", "Wind"])
        await layer(page, name).getByRole("switch").press("Space");
      await panel(page).getByText("Switch on a layer").waitFor();
      expect(await start(page).count()).toBe(0);
    });
  });
});

describe.each([
  ["en", { viewport: { width: 1280, height: 800 } }],
  ["ar", { viewport: { width: 390, height: 844 } }],
] as const)("a soundscape in %s", (locale, options) => {
  it("TLS-1 A11Y fits its screen and breaks no rule of accessibility", inLongRun, async () => {
    const path = locale === "en" ? "/ai-asmr-generator" : "/ar/ai-asmr-generator";
    await withNewcomer(site(), path, options, async (page) => {
      await open(page);
      await shoot(page, `asmr-${locale}`);
      const wide = await page.evaluate(
        () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
      );
      expect(wide).toBeLessThanOrEqual(options.viewport.width);
      expect(await violationsInThemes(page, "with layers")).toEqual([]);
    });
  });
});
