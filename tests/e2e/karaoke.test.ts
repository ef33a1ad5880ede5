import fs from "node:fs";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import type { Page } from "playwright";
import { afterAll, describe, expect, it } from "vitest";
import { openVoice } from "../../cli/speech/open-voice.ts";
import type { Speech } from "../../audio/speech/speech.ts";
import { readLyrics } from "../../core/lyrics/read-lyrics.ts";
import manifest from "../../runtime/panels/karaoke/panel.ts";
import { useBrowser, watch } from "./browser.ts";
import { addFiles, creditsLeft, useToolSite, withTool } from "./enhance-site.ts";
import { shoot } from "./shots.ts";
import { readWav, stereoWav } from "./sounds.ts";

useBrowser();
useToolSite();
const voice = openVoice();
afterAll(() => voice.close());

const LINES = ["The morning train was late again", "And nobody seemed to mind"] as const;
/** Seconds at which the lines are spoken. */
const BEGINS = [1.5, 6] as const;

/** Lines in the middle, with chords at the sides. */
async function song() {
  const spoken: Speech[] = [];
  for (const line of LINES)
    spoken.push(await voice.speak(line, { language: "en", voice: "m3", rate: 130 }));
  const rate = spoken[0]!.sampleRate;
  const said = (time: number): number =>
    spoken.reduce(
      (sum, { samples }, at) => sum + (samples[Math.round((time - BEGINS[at]!) * rate)] ?? 0),
      0,
    );
  const chord = (time: number, root: number): number =>
    [1, 1.25, 1.5].reduce(
      (sum, part) => sum + 0.03 * Math.sin(2 * Math.PI * root * part * time),
      0,
    );
  const buffer = stereoWav({ seconds: 10, rate }, (time) => [
    said(time) + chord(time, 196),
    said(time) + chord(time, 220),
  ]);
  return { name: "song.wav", mimeType: "audio/wav", buffer };
}

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const times = (page: Page) => panel(page).locator("li [data-from]");
async function download(page: Page, name: string | RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 200_000 }),
    panel(page).getByRole("button", { name }).press("Enter"),
  ]);
  return fs.readFileSync(await file.path());
}

/** A film as it was written: both tracks, and how many pictures it has. */
async function readFilm(bytes: Buffer) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const video = (await input.getPrimaryVideoTrack())!;
  const audio = (await input.getPrimaryAudioTrack())!;
  const { packetCount: pictures } = await video.computePacketStats();
  const size = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  const seconds = [await video.computeDuration(), await audio.computeDuration()];
  input.dispose();
  return { pictures, size, seconds };
}

// Its pages open it as soon as they are no longer being built.
describe.skipIf(manifest.building.includes("song"))("karaoke", () => {
  it("TLS-1 USR-10 takes a song and its words to a version without singer and timed lyrics", async () => {
    await withTool("/karaoke-maker", {}, async (page) => {
      const heard = watch(page);
      const before = creditsLeft();
      await addFiles(page, [await song()]);
      await panel(page).getByLabel("Lyrics", { exact: true }).fill(LINES.join("\n"));
      await panel(page).getByRole("button", { name: "Make the karaoke version" }).click();
      await times(page).nth(1).waitFor({ timeout: 200_000 });
      await expect.poll(creditsLeft).toBe(before - 1);
      for (const [index, truth] of BEGINS.entries()) {
        const found = Number(await times(page).nth(index).getAttribute("data-from"));
        expect(Math.abs(found - truth)).toBeLessThan(0.2);
      }
      await shoot(page, "karaoke");

      // A line is moved by the keyboard, and what is saved has the tempo that is set.
      await panel(page)
        .getByRole("button", { name: `Later: ${LINES[1]}` })
        .press("Enter");
      await panel(page).getByLabel("Tempo").fill("50");
      const { lines } = readLyrics(String(await download(page, "Save the lyrics (LRC)")));
      expect(lines.map(({ text }) => text)).toEqual([...LINES]);
      expect(Math.abs(lines[1]!.from! - 2 * (BEGINS[1] + 0.1))).toBeLessThan(0.4);
      await panel(page).getByLabel("Format").selectOption("wav16");
      const { channels, rate } = readWav(await download(page, "Save the karaoke version"));
      expect(Math.abs(channels[0]!.length / rate - 20)).toBeLessThan(0.1);

      // So does the film: its sound, and a picture for each thirtieth of a second.
      const film = await readFilm(await download(page, /^Save the lyric video/));
      expect(Math.abs(film.pictures - 20 * 30)).toBeLessThanOrEqual(1);
      expect(film.size).toEqual([1280, 720]);
      for (const seconds of film.seconds) expect(Math.abs(seconds - 20)).toBeLessThan(0.1);
      await shoot(page, "karaoke-film");

      await panel(page).getByRole("button", { name: "Sing", exact: true }).click();
      const stage = page.locator("dialog[open]").last();
      await stage.getByText(LINES[0]).waitFor();
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => stage.locator("[data-sung]").textContent()).toContain(LINES[0]);
      await shoot(page, "karaoke-sing");
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator("dialog[open] [data-sung]").count()).toBe(0);
      expect(heard.filter((text) => !text.startsWith("blob:"))).toEqual([]);
    });
  }, 400_000);

  it("TLS-4 says what is wrong with lyrics, and works without any", async () => {
    await withTool("/karaoke-maker", {}, async (page) => {
      await addFiles(page, [await song()]);
      const field = panel(page).getByLabel("Lyrics", { exact: true });
      await field.fill("[00:75.00]Broken\n[00:05.00]Second\n[00:01.00]Первая");
      await panel(page).getByText("1 time in these lyrics is invalid").waitFor();
      await panel(page).getByText("1 line was out of order").waitFor();
      await field.fill("");
      await panel(page).getByRole("button", { name: "Make the karaoke version" }).click();
      const save = panel(page).getByRole("button", { name: "Save the karaoke version" });
      await save.waitFor({ timeout: 200_000 });
      const sing = panel(page).getByRole("button", { name: "Sing", exact: true });
      expect(await sing.isDisabled()).toBe(true);
    });
  }, 400_000);
});
