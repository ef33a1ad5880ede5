import fs from "node:fs";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { readProvenance } from "#audio/media/tags/provenance.ts";
import { makeVowel } from "#bench/audio/vowel.ts";
import { violationsInThemes } from "./access.ts";
import { useBrowser, watch } from "./browser.ts";
import { addFiles } from "./enhance-site.ts";
import { readZip } from "./read-zip.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { createNoise, readWav, stereoWav } from "./sounds.ts";

useBrowser();
const site = useRealSite();

const PAGE = "/ai-cover-generator";
const RATE = 22_050;
const SECONDS = 8;
/** A voice that sings one vowel from the second to the fifth second. */
const vowel = makeVowel(220, RATE, { seconds: SECONDS, sway: 0.03 });
const loudest = vowel.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
const sungAt = (time: number): number =>
  time >= 2 && time < 5 ? (0.35 * (vowel[Math.round(time * RATE)] ?? 0)) / loudest : 0;
const chordAt = (time: number, root: number): number =>
  [1, 1.25, 1.5].reduce((sum, part) => sum + 0.03 * Math.sin(2 * Math.PI * root * part * time), 0);

interface Made {
  readonly seconds?: number;
  readonly channels?: 1 | 2;
  readonly sung?: number;
  readonly band?: number;
}
/** A singer in the middle, and a band at the sides. */
const songOf = (
  name: string,
  { seconds = SECONDS, channels = 2, sung = 1, band = 1 }: Made = {},
) => ({
  name,
  mimeType: "audio/wav",
  buffer: stereoWav({ seconds, rate: RATE, channels }, (time) => [
    sung * sungAt(time) + band * chordAt(time, 196),
    sung * sungAt(time) + band * chordAt(time, 247),
  ]),
});

/** A band that is far to both sides, without a singer. */
const noise = createNoise(5);
const band = {
  name: "band.wav",
  mimeType: "audio/wav",
  buffer: stereoWav({ seconds: SECONDS, rate: RATE }, (time) => [
    chordAt(time, 196) + 0.05 * noise(),
    chordAt(time, 330) + 0.05 * noise(),
  ]),
};

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const button = (page: Page, name: string | RegExp) => panel(page).getByRole("button", { name });
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
const ready = (page: Page) => panel(page).locator("[data-mark]");
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));
async function download(page: Page, name: string | RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    button(page, name).press("Enter"),
  ]);
  return fs.readFileSync(await file.path());
}
/** dBFS of what two sounds differ by. */
function difference(a: Float32Array, b: Float32Array, from: number, to: number): number {
  let sum = 1e-20;
  for (let i = Math.round(from * RATE); i < to * RATE; i++) sum += (a[i]! - b[i]!) ** 2;
  return 10 * Math.log10(sum / ((to - from) * RATE));
}
async function commentOf(bytes: Buffer): Promise<string> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const { comment = "" } = await input.getMetadataTags();
  input.dispose();
  return comment;
}

describe("a cover", () => {
  it("TLS-1 USR-7 USR-10 is previewed before payment, rendered, compared, rendered again, saved, and opened in the editor", async () => {
    await withNewcomer(site(), PAGE, {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      const song = songOf("song.wav");
      await addFiles(page, [song]);
      await panel(page).getByText("Preview: 8 sec, free").waitFor();
      expect(await creditsLeft()).toBe(before);
      await shoot(page, "cover-preview");

      await panel(page).getByText("2 credits").first().waitFor();
      await start(page).click();
      await ready(page).waitFor();
      await expect.poll(creditsLeft).toBe(before - 2);
      await shoot(page, "cover");

      // One key goes from the cover to the song and back.
      const side = (name: string) => panel(page).getByRole("radio", { name, exact: true });
      await expect.poll(() => side("After").isChecked()).toBe(true);
      await expect.poll(() => side("Before").isEnabled()).toBe(true);
      await panel(page).getByRole("button", { name: "Play" }).first().focus();
      await page.keyboard.press("a");
      await expect.poll(() => side("Before").isChecked()).toBe(true);

      // It equals the song in ranges without singing, and differs in ranges with singing.
      const bytes = await download(page, "Download");
      expect(readProvenance(await commentOf(bytes))).toBe("changed");
      const [given, made] = [readWav(song.buffer), readWav(bytes)];
      for (const [side, samples] of made.channels.entries()) {
        expect(samples).toHaveLength(given.channels[side]!.length);
        expect(difference(samples, given.channels[side]!, 0, 1.6)).toBeLessThan(-60);
        expect(difference(samples, given.channels[side]!, 6.1, 8)).toBeLessThan(-60);
        expect(difference(samples, given.channels[side]!, 2.2, 4.8)).toBeGreaterThan(-40);
      }

      // Another setting makes it out of date, and leads back; the same song costs no more, and is not split again.
      await panel(page).getByRole("slider", { name: "Pitch of the voice" }).press("End");
      await panel(page).getByText("The result is out of date").waitFor();
      await button(page, "Back to its settings").click();
      await ready(page).waitFor();
      await panel(page).getByRole("combobox", { name: "Voice", exact: true }).selectOption("high");
      await button(page, "Update the result").press("Enter");
      await ready(page).waitFor();
      expect(await creditsLeft()).toBe(before - 2);
      const files = readZip(await download(page, /as ZIP$/));
      expect(Object.keys(files)).toEqual([
        "song-cover.wav",
        "song-new-voice.wav",
        "song-accompaniment.wav",
      ]);
      const [cover, voice, backing] = Object.values(files).map((one) => readWav(one).channels[0]!);
      const sum = voice!.map((value, i) => value + backing![i]!);
      expect(difference(cover!, sum, 0, SECONDS)).toBeLessThan(-80);
      expect(await panel(page).innerText()).not.toMatch(/panel-cover|undefined|NaN/);

      await button(page, "Open in the editor").click();
      await page.waitForURL(/ai-audio-editor/);
      for (const name of ["accompaniment", "new-voice"])
        await button(page, new RegExp(`^Clip song-${name}\\.wav, from 0:00\\.00`)).waitFor();
      await shoot(page, "cover-editor");
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  }, 300_000);

  it(
    "TLS-4 USR-10 of silence, and of a song without singing, reports it and costs nothing; one channel and 4 seconds are enough",
    { ...inLongRun, timeout: 200_000 },
    async () => {
      await withNewcomer(site(), PAGE, {}, async (page, creditsLeft) => {
        const before = await creditsLeft();
        await addFiles(page, [songOf("silence.wav", { sung: 0, band: 0 })]);
        await start(page).click();
        await panel(page).getByText("There is no sound in this file").waitFor();
        await panel(page).getByText("The credits for this job have been returned").waitFor();
        await addFiles(page, [band]);
        await start(page).click();
        await panel(page).getByText("No singing was found in this file").waitFor();
        // They are given back by a call that follows the words.
        await expect.poll(creditsLeft).toBe(before);
        await addFiles(page, [songOf("mono.wav", { seconds: 4, channels: 1 })]);
        await panel(page).getByText("This file is mono").waitFor();
        await start(page).click();
        await ready(page).waitFor();
        const { channels } = readWav(await download(page, "Download"));
        expect(channels.map(({ length }) => length)).toEqual([4 * RATE]);
      });
    },
  );
});

describe.each([
  ["en", { viewport: { width: 390, height: 844 } }],
  ["ar", { viewport: { width: 1280, height: 800 } }],
] as const)("a cover in %s", (locale, options) => {
  it(
    "TLS-1 A11Y fits its screen and breaks no rule of accessibility",
    { ...inLongRun, timeout: 200_000 },
    async () => {
      const path = locale === "en" ? PAGE : `/ar${PAGE}`;
      await withNewcomer(site(), path, options, async (page) => {
        await addFiles(page, [songOf("song.wav")]);
        await start(page).click();
        await ready(page).waitFor();
        await ready(page).scrollIntoViewIfNeeded();
        await shoot(page, `cover-${locale}`);
        const wide = await page.evaluate(
          () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
        );
        expect(wide).toBeLessThanOrEqual(options.viewport.width);
        expect(await violationsInThemes(page, "with a cover")).toEqual([]);
      });
    },
  );
});
