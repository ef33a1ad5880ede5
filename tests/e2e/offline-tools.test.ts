import fs from "node:fs";
import type { Page } from "playwright";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import type { AppData } from "#core/page/app-data.ts";
import { open, startAtOnce } from "./application.ts";
import { useBrowser, withPage } from "./browser.ts";
import { type Site, startSite } from "./offline-site.ts";
import { useRealSite } from "./real-site.ts";
import { levelOf, readWav, wavOf } from "./sounds.ts";

useBrowser();
const real = useRealSite();
let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.remove());

/** Of some files those that the service worker does not have. */
const missing = (page: Page, files: readonly string[]): Promise<string[]> =>
  page.evaluate(async (addresses) => {
    const found = await Promise.all(addresses.map((address) => caches.match(address)));
    return addresses.filter((_, at) => !found[at]);
  }, files);
/** Waits until the service worker has them. */
const untilCached = (page: Page, files: readonly string[]): Promise<void> =>
  expect.poll(() => missing(page, files), { timeout: 120_000 }).toEqual([]);

it("PWA TLS-1 a tool that was turned to once works without a connection", async () => {
  const { shared, panels } = site.meta().offline;
  const tool = panels["editor"]!;
  // The engine's worker, and what it loads: nets and encoders among it.
  for (const part of [
    /worker-/,
    /dtln-.*\.f16$/,
    /rnnoise-.*\.q8$/,
    /encoder-/,
    /(lame|ogg)-.*\.wasm$/,
  ])
    expect(tool.some((file) => part.test(file))).toBe(true);
  await withPage({ baseURL: site.url, serviceWorkers: "allow" }, async (page) => {
    await startAtOnce(page);
    await open(page, "/volume-changer");
    await untilCached(page, ["/volume-changer", ...shared, "/app/en.json"]);
    // Who only reads does not load what the tool works with.
    const weights = tool.filter((file) => /\.(f16|q8)$/.test(file));
    expect(weights).not.toEqual([]);
    expect(await missing(page, weights)).toEqual(weights);
    await page.locator("[data-zone-file]").first().focus();
    await untilCached(page, tool);
    await site.stop();
    await page.context().setOffline(true);
    await page.reload();
    const tone = wavOf({ seconds: 1 }, (time) => 0.5 * Math.sin(2000 * time));
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "tone.wav", mimeType: "audio/wav", buffer: tone });
    const panel = page.locator("dialog[open] [data-pane=panel]");
    const gain = panel.getByRole("textbox", { name: "Gain (dB)", exact: true });
    await gain.fill("-6");
    await gain.press("Enter");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      panel.getByRole("button", { name: "Save with the new volume" }).click(),
    ]);
    const result = readWav(fs.readFileSync(await file.path()));
    expect(levelOf(result) / levelOf(readWav(tone))).toBeCloseTo(10 ** (-6 / 20), 2);
  });
});

it("PWA a tool that was visited brings its panel without the real server", inLongRun, async () => {
  await withPage({ baseURL: real().url, serviceWorkers: "allow" }, async (page) => {
    await startAtOnce(page);
    await open(page, "/silence-remover");
    await untilCached(page, ["/silence-remover", ...site.meta().offline.shared, "/app/en.json"]);
    // Without interaction, its code is loaded when the page is idle.
    const code = site.meta().offline.panels["enhance"]!.filter((file) => /\.(js|css)$/.test(file));
    await untilCached(page, code);
    await page.context().setOffline(true);
    await page.goto("/silence-remover?from=workspace");
    const tone = wavOf({ seconds: 2 }, (time) => 0.5 * Math.sin(2000 * time));
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "tone.wav", mimeType: "audio/wav", buffer: tone });
    const panel = page.locator("dialog[open] [data-pane=panel]");
    await panel.locator("[data-start]:enabled").first().waitFor();
  });
});

it("PWA TLS-1 a text is spoken offline by a voice that was used before", inLongRun, async () => {
  const options = { baseURL: real().url, serviceWorkers: "allow" } as const;
  await withPage(options, async (page) => {
    await startAtOnce(page);
    await open(page, "/ai-text-to-speech");
    await untilCached(page, ["/ai-text-to-speech", ...site.meta().offline.shared, "/app/en.json"]);
    const panel = page.locator("dialog[open] [data-pane=panel]");
    const speak = async (): Promise<void> => {
      await panel.locator("textarea").first().fill("The kettle sings.");
      await panel.getByRole("button", { name: "Play the beginning" }).press("Enter");
      await panel.getByRole("button", { name: "Stop playing" }).waitFor();
    };
    await page.goto("/ai-text-to-speech?from=workspace");
    await speak();
    await untilCached(page, site.meta().offline.panels["tts"]!);
    const folder = await page.evaluate(async () => {
      const data = (await (await fetch("/app/en.json")).json()) as AppData;
      return data.speech!.espeak;
    });
    const program = ["worker.js", "speak.js", "espeak-ng.js", "ranges.json", "base.data"];
    await untilCached(
      page,
      program.map((name) => folder + name),
    );
    await page.context().setOffline(true);
    await page.reload();
    await speak();
  });
});
