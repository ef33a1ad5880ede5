import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { violationsInThemes } from "./access.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { addFiles, creditsLeft, useToolSite, withTool } from "./enhance-site.ts";
import { shoot } from "./shots.ts";
import { readZip } from "./read-zip.ts";
import { createNoise, readWav, stereoWav } from "./sounds.ts";
import { inLongRun } from "../left-out.ts";

useBrowser();
const site = useToolSite();

const AR = path.join(import.meta.dirname, "../../runtime/panels/separation/messages/ar.json");
const RATE = 22_050;
const noise = createNoise(5);

/** A voice in the middle, drums, a bass, and an organ at the sides. */
function songAt(time: number): readonly [number, number] {
  const beat = time % 0.5;
  const hit = 0.5 * Math.exp(-beat / 0.03) * noise();
  const bass = 0.2 * Math.sin(2 * Math.PI * 55 * time);
  let voice = 0;
  const pitch = 220 + 30 * Math.sin(2 * Math.PI * 0.8 * time);
  for (let harmonic = 1; harmonic < 8; harmonic++)
    voice += Math.sin((2 * Math.PI * harmonic * pitch * time) % (2 * Math.PI)) / harmonic;
  const organ = (hertz: number) => 0.1 * Math.sin(2 * Math.PI * hertz * time);
  const middle = hit + bass + (time % 2 < 1.5 ? 0.1 * voice : 0);
  return [middle + organ(392), middle + organ(523)];
}
const songOf = (seconds: number, name = "song.wav") => ({
  name,
  mimeType: "audio/wav",
  buffer: stereoWav({ seconds, rate: RATE }, songAt),
});
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
const mixer = (page: Page) => panel(page).getByRole("region", { name: "Mixer" });
const stem = (page: Page, name: string) => mixer(page).getByRole("group", { name, exact: true });
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));

async function split(page: Page): Promise<void> {
  await start(page).click();
  await mixer(page).getByRole("button", { name: "Play", exact: true }).waitFor();
  await mixer(page).getByRole("button", { name: "Play", disabled: false }).waitFor();
}
async function download(page: Page, name: string | RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    panel(page).getByRole("button", { name }).first().press("Enter"),
  ]);
  return fs.readFileSync(await file.path());
}
/** Loudest sample of a difference. */
const apart = (a: Float32Array, b: Float32Array): number =>
  a.reduce((max, value, at) => Math.max(max, Math.abs(value - b[at]!)), 0);
const loudest = (a: Float32Array): number => apart(a, new Float32Array(a.length));

describe("the mixer", () => {
  it("TLS-1 USR-10 takes a song to its stems, an own mix and a ZIP", async () => {
    await withTool("/ai-stem-splitter", {}, async (page) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      const song = songOf(8);
      await addFiles(page, [song]);
      await panel(page).getByText("drums").filter({ visible: true }).first().waitFor();
      await split(page);
      await expect.poll(creditsLeft).toBe(before - 1);
      for (const name of ["Vocals", "Drums", "Bass", "Other"]) await stem(page, name).waitFor();
      await shoot(page, "mixer");

      // What is saved as it is adds up to the song.
      const zip = readZip(await download(page, "Save 4 stems as ZIP"));
      expect(Object.keys(zip).sort()).toEqual([
        "song-bass.wav",
        "song-drums.wav",
        "song-other.wav",
        "song-vocals.wav",
      ]);
      const given = readWav(song.buffer);
      const stems = Object.values(zip).map((file) => readWav(file).channels);
      for (const [side, plane] of given.channels.entries()) {
        const sum = plane.map((_, at) => stems.reduce((all, one) => all + one[side]![at]!, 0));
        expect(20 * Math.log10(apart(sum, plane))).toBeLessThan(-60);
      }

      // A mix without one, by mouse; and another one by keyboard.
      await stem(page, "Drums").getByRole("button", { name: "Mute: Drums" }).click();
      const drumless = readWav(await download(page, "Save the mix"));
      const drums = readWav(zip["song-drums.wav"]!);
      const rest = given.channels[0]!.map((value, at) => value - drums.channels[0]![at]!);
      expect(apart(drumless.channels[0]!, rest)).toBeLessThan(1e-3);
      await page.keyboard.press("m");
      await stem(page, "Bass").getByRole("slider", { name: "Volume: Bass" }).focus();
      await page.keyboard.press("s");
      for (let at = 0; at < 12; at++) await page.keyboard.press("ArrowLeft");
      const bassOnly = readWav(await download(page, "Save the mix"));
      const bass = readWav(zip["song-bass.wav"]!);
      const soft = bass.channels[1]!.map((value) => value * 10 ** (-6 / 20));
      expect(apart(bassOnly.channels[1]!, soft)).toBeLessThan(1e-3);
      expect(loudest(bassOnly.channels[1]!)).toBeGreaterThan(0.01);
      expect(await panel(page).innerText()).not.toMatch(/panel-separation|undefined|NaN/);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it(
    "TLS-1 plays the mix and the original, in another tempo, in a loop, all by keyboard",
    inLongRun,
    async () => {
      await withTool("/ai-stem-splitter", {}, async (page) => {
        const pageErrors = watch(page);
        await addFiles(page, [songOf(6)]);
        await split(page);
        const slider = mixer(page).getByRole("slider", { name: "Playback position" });
        const now = async () => Number(await slider.getAttribute("aria-valuenow"));
        await slider.focus();
        await page.keyboard.press("Space");
        await expect.poll(now).toBeGreaterThan(0.3);
        await page.keyboard.press("a");
        expect(await mixer(page).getByRole("radio", { name: "Original" }).isChecked()).toBe(true);
        await page.keyboard.press("a");
        // Where it rests, the loop is just what is marked.
        await page.keyboard.press("Space");
        await mixer(page).getByRole("button", { name: "Play", exact: true }).waitFor();
        await slider.press("Home");
        await page.keyboard.press("i");
        await slider.press("ArrowRight");
        await page.keyboard.press("o");
        await mixer(page).getByText("0:00.0 – 0:01.0").waitFor();
        expect(
          await mixer(page).getByRole("button", { name: "Loop" }).getAttribute("aria-pressed"),
        ).toBe("true");
        await mixer(page).getByText("Tempo, key and metronome").click();
        await mixer(page).getByRole("slider", { name: "Tempo" }).fill("80");
        await mixer(page).getByRole("slider", { name: "Key" }).fill("2");
        await mixer(page).getByRole("switch", { name: "Metronome" }).check();
        await slider.focus();
        await page.keyboard.press("Space");
        // It comes round, and stays within.
        const positions: number[] = [];
        await expect
          .poll(async () => {
            positions.push(await now());
            return positions.some((one, at) => at > 0 && one < positions[at - 1]! - 0.2);
          })
          .toBe(true);
        expect(Math.max(...positions)).toBeLessThan(1.1);

        // The mix is saved as it is heard, a stem as it is in the song.
        const mix = readWav(await download(page, "Save the mix"));
        expect(mix.channels[0]!.length / mix.rate).toBeCloseTo(6 / 0.8, 1);
        const bass = readWav(await download(page, "Save: Bass"));
        expect(bass.channels[0]!.length / bass.rate).toBeCloseTo(6, 3);
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );

  it(
    "TLS-1 opens with what its page is for, and sends a stem on without saving it",
    inLongRun,
    async () => {
      await withTool("/remove-drums-from-song", {}, async (page) => {
        await addFiles(page, [songOf(4)]);
        await split(page);
        expect(
          await stem(page, "Drums")
            .getByRole("button", { name: "Mute: Drums" })
            .getAttribute("aria-pressed"),
        ).toBe("true");
        const targets = [
          ["AI audio enhancer", "ai-audio-enhancer"],
          ["Voice changer", "voice-changer"],
          ["Audio editor", "ai-audio-editor"],
        ] as const;
        for (const [name, slug] of targets) {
          await stem(page, "Without drums")
            .getByRole("button", { name: "Continue with: Without drums" })
            .click();
          await page.getByRole("button", { name, exact: true }).click();
          await page.waitForURL(`**/${slug}**`);
          await panel(page).getByText("song-no-drums.wav").first().waitFor();
          await page.goBack();
          // What was sent is one of the files; the song is selected again.
          await panel(page).getByRole("button", { name: "Remove the drums" }).waitFor();
          await page
            .getByRole("checkbox", { name: /^song-no-drums\.wav/, checked: true })
            .uncheck();
          await page.getByRole("checkbox", { name: /^song\.wav/ }).check();
        }
      });
    },
  );

  it("TLS-1 survives a reload, with all that is set", inLongRun, async () => {
    await withTool("/remove-vocals-from-song", {}, async (page) => {
      await addFiles(page, [songOf(4)]);
      await split(page);
      const row = () => stem(page, "Instrumental");
      const tempo = () => mixer(page).getByRole("slider", { name: "Tempo" });
      await row().getByRole("slider", { name: "Volume: Instrumental" }).fill("-6");
      await row().getByRole("slider", { name: "Pan: Instrumental" }).fill("0.5");
      await stem(page, "Vocals").getByRole("button", { name: "Mute: Vocals" }).click();
      await mixer(page).getByText("Tempo, key and metronome").click();
      await tempo().fill("75");
      await mixer(page).getByRole("button", { name: "Loop" }).click();
      await page.reload();
      await row().waitFor();
      await mixer(page).getByRole("button", { name: "Play", disabled: false }).waitFor();
      const value = (name: string) => row().getByRole("slider", { name }).inputValue();
      await expect.poll(() => value("Volume: Instrumental")).toBe("-6");
      expect(await value("Pan: Instrumental")).toBe("0.5");
      const pressed = (name: string) =>
        mixer(page).getByRole("button", { name }).getAttribute("aria-pressed");
      expect([await pressed("Mute: Vocals"), await pressed("Loop")]).toEqual(["false", "true"]);
      await mixer(page).getByText("Tempo, key and metronome").click();
      expect(await tempo().inputValue()).toBe("75");
    });
  });

  it(
    "TLS-1 USR-10 splits several songs, and saves the stems of all as one",
    inLongRun,
    async () => {
      await withTool("/remove-drums-from-song", {}, async (page) => {
        const before = await creditsLeft();
        await addFiles(page, [songOf(4, "one.wav"), songOf(4, "two.wav")]);
        await start(page).click();
        const all = panel(page).getByRole("button", { name: "Save all 4 results" });
        await all.waitFor();
        await expect.poll(creditsLeft).toBe(before - 2);
        const [file] = await Promise.all([page.waitForEvent("download"), all.click()]);
        expect(Object.keys(readZip(fs.readFileSync(await file.path()))).sort()).toEqual([
          "one-drums.wav",
          "one-no-drums.wav",
          "two-drums.wav",
          "two-no-drums.wav",
        ]);
        // Each has a mixer of its own.
        await mixer(page).getByText("one.wav").waitFor();
        await panel(page).getByRole("combobox", { name: "Shown" }).selectOption("two.wav");
        await mixer(page).getByText("two.wav").waitFor();
      });
    },
  );

  it(
    "USR-14 lets anybody hear a part of an own song as its page leaves it, or stem by stem, free",
    inLongRun,
    async () => {
      const calls: string[] = [];
      await withPage({ baseURL: site().url }, async (page) => {
        const pageErrors = watch(page);
        page.on("request", (request) => calls.push(request.url()));
        await page.goto("/ai-stem-splitter");
        await page.locator("[data-zone] input[type=file]").first().setInputFiles(songOf(24));
        const ready = panel(page).locator("[data-preview=ready]");
        await ready.waitFor();
        const output = panel(page).locator("[data-preview] ~ div output");
        await expect.poll(() => output.innerText()).toMatch(/^Preview: 20\s?s.*, free$/);
        for (const name of ["Drums", "Bass"]) {
          await panel(page)
            .getByRole("combobox", { name: "Stem in the preview" })
            .selectOption(name);
          await expect.poll(() => output.innerText()).toMatch(/^Preview: 20\s?s.*, free$/);
        }
        await ready.getByRole("button", { name: "Play" }).click();
        await ready.getByRole("radio", { name: "Before" }).check();
        await ready.getByRole("radio", { name: "After" }).check();
        await shoot(page, "mixer-preview");
        expect(calls.filter((url) => url.includes("/usage/"))).toEqual([]);
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );

  it(
    "TLS-4 reports problems of a mono file, refunds silence, and splits four seconds",
    inLongRun,
    async () => {
      await withTool("/acapella-extractor", {}, async (page) => {
        const before = await creditsLeft();
        const silent = stereoWav({ seconds: 4, rate: RATE }, () => [0, 0]);
        await addFiles(page, [{ name: "silent.wav", mimeType: "audio/wav", buffer: silent }]);
        await start(page).click();
        await panel(page).getByRole("alert").getByText("silent").first().waitFor();
        await expect.poll(creditsLeft).toBe(before);
      });
      await withTool("/acapella-extractor", {}, async (page) => {
        const mono = stereoWav({ seconds: 4, rate: RATE, channels: 1 }, songAt);
        await addFiles(page, [{ name: "mono.wav", mimeType: "audio/wav", buffer: mono }]);
        await panel(page).getByText("there is no stereo center").waitFor();
        await split(page);
        await mixer(page).getByText("there is no stereo center").waitFor();
        const same = songAt;
        const both = stereoWav({ seconds: 4, rate: RATE }, (time) => {
          const [left] = same(time);
          return [left, left];
        });
        await addFiles(page, [{ name: "both.wav", mimeType: "audio/wav", buffer: both }]);
        await split(page);
        await mixer(page).getByText("there is no stereo center").waitFor();
      });
    },
  );

  it("TLS-1 WSP-5 LOC-6 takes a song to an own mix and a ZIP on a phone, in Arabic, by keyboard alone", async () => {
    const words = JSON.parse(fs.readFileSync(AR, "utf8"));
    const phone = { viewport: { width: 390, height: 844 } };
    await withTool("/ar/remove-vocals-from-song", phone, async (page) => {
      await addFiles(page, [songOf(4)]);
      await start(page).press("Enter");
      const vocals = panel(page).getByRole("group", { name: words.stem.vocals, exact: true });
      await vocals.waitFor();
      const saved = async (name: string | RegExp): Promise<Buffer> => {
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          panel(page).getByRole("button", { name }).first().press("Enter"),
        ]);
        return fs.readFileSync(await file.path());
      };
      // The page is for the song without its vocals; the band goes, too, until they are back.
      const mute = vocals.getByRole("button").first();
      expect(await mute.getAttribute("aria-pressed")).toBe("true");
      await mute.focus();
      await page.keyboard.press("Space");
      expect(await mute.getAttribute("aria-pressed")).toBe("false");
      await page.keyboard.press("s");
      const mix = readWav(await saved(words.save.mix));
      const zip = readZip(await saved(/ZIP/));
      const own = readWav(zip["song-vocals.wav"]!);
      expect(Object.keys(zip).sort()).toEqual(["song-instrumental.wav", "song-vocals.wav"]);
      expect(apart(mix.channels[0]!, own.channels[0]!)).toBeLessThan(1e-3);
      expect(loudest(mix.channels[0]!)).toBeGreaterThan(0.01);
    });
  });

  it.each(["/ai-stem-splitter", "/ar/ai-stem-splitter"])(
    "WSP-5 LOC-6 %s can be used by everybody, on a phone too",
    inLongRun,
    async (url) => {
      await withTool(url, { viewport: { width: 390, height: 844 } }, async (page) => {
        await addFiles(page, [songOf(4)]);
        await start(page).click();
        await panel(page).locator("fieldset").nth(3).waitFor();
        await panel(page).locator("details summary").first().click();
        await shoot(page, `mixer${url.replaceAll("/", "-")}`);
        expect(await violationsInThemes(page, "with stems")).toEqual([]);
        const { wide, room } = await panel(page).evaluate((pane) => ({
          wide: pane.scrollWidth,
          room: pane.clientWidth,
        }));
        expect(wide).toBeLessThanOrEqual(room);
      });
    },
  );
});
