import fs from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findMp3Gaps } from "#audio/media/mp3/mp3-gaps.ts";
import { useBrowser, watch } from "./browser.ts";
import { addFiles, creditsLeft, useToolSite, withTool } from "./enhance-site.ts";
import { shoot } from "./shots.ts";
import { createNoise, levelOf, readWav, wavOf } from "./sounds.ts";
import { hardest, inLongRun } from "../left-out.ts";

useBrowser();
useToolSite();

const RATE = 44_100;
const noise = createNoise();
/** Every sample differs from those around it, so that its place is known. */
const talk = wavOf(
  { seconds: 4, rate: RATE },
  (time) => 0.3 * Math.sin(2 * Math.PI * (200 + 50 * time) * time) + 0.1 * noise(),
);
const source = readWav(talk).channels[0]!;
const quiet = wavOf({ seconds: 4, rate: RATE }, (time) => 0.05 * Math.sin(2764.6 * time));
const wav = (name: string, buffer: Buffer) => ({ name, mimeType: "audio/wav", buffer });
/** Paces of a page's clock by which work takes no time, or seems long. */
const [QUICK, SLOW] = [0.02, 50];
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const button = (page: Page, name: string | RegExp) => panel(page).getByRole("button", { name });

async function download(page: Page, name: string, label = `Download ${name}`): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    panel(page).getByRole("button", { name: label }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(name);
  return fs.readFileSync(await file.path());
}
// A file whose length is known need not be loaded to its end.
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !/^blob:\S+ net::ERR_ABORTED$/.test(text));
const cut = (from: number, to: number) =>
  source.slice(Math.round(from * RATE), Math.round(to * RATE));
/** Waits until so many jobs are done, and no other is there. */
async function jobsDone(page: Page, count: number): Promise<void> {
  const jobs = page.locator("dialog[open] [data-job]");
  await expect.poll(() => jobs.and(page.locator("[data-state=done]")).count()).toBe(count);
}
async function type(page: Page, label: string, value: string): Promise<void> {
  const field = panel(page).getByRole("textbox", { name: label, exact: true });
  await field.fill(value);
  await field.press("Enter");
}

it(
  "CMP-3 a waveform is 64 pixels high on a phone, large where there is room, and its slider is filled",
  inLongRun,
  async () => {
    for (const [width, height] of [
      [390, 64],
      [1440, 168],
    ] as const)
      await withTool("/volume-changer", { viewport: { width, height: 900 } }, async (page) => {
        await addFiles(page, [wav("quiet.wav", quiet)]);
        const wave = panel(page).locator("canvas").first();
        await expect.poll(async () => (await wave.boundingBox())?.height).toBe(height);
        const gain = panel(page).getByRole("slider", { name: "Volume" });
        const fill = () =>
          gain.evaluate((slider) =>
            ["--from", "--to"].map((name) => slider.style.getPropertyValue(name)),
          );
        const [from, to] = await fill();
        expect(to).toBe(from);
        await gain.press("ArrowRight");
        await expect.poll(async () => Number((await fill())[1])).toBeGreaterThan(Number(to));
      });
  },
);

describe("the trimmer", () => {
  it("TLS-1 TLS-2 TLS-7 cuts on the exact sample, by times that are typed, which the result follows, without credits", async () => {
    await withTool("/audio-trimmer", { pace: QUICK }, async (page) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await addFiles(page, [wav("talk.wav", talk)]);
      await type(page, "Start", "0:01.234");
      await type(page, "End", "2,5");
      await panel(page).getByText("Cut on the exact sample, without loss.").waitFor();
      await shoot(page, "trim");
      const result = readWav(await download(page, "talk-trim.wav", "Save the selection"));
      expect(result.rate).toBe(RATE);
      expect(result.channels[0]).toEqual(cut(1.234, 2.5));
      expect(await creditsLeft()).toBe(before);
      // What is there already is saved without another job.
      await download(page, "talk-trim.wav", "Save the selection");
      await jobsDone(page, 1);
      await type(page, "End", "3");
      await jobsDone(page, 2);
      const longer = readWav(await download(page, "talk-trim.wav"));
      expect(longer.channels[0]).toEqual(cut(1.234, 3));
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it("TLS-1 WSP-5 is operated by keyboard alone: handles, undo, split, and several files", async () => {
    await withTool("/audio-trimmer", {}, async (page) => {
      await addFiles(page, [wav("talk.wav", talk)]);
      const start = panel(page).getByRole("slider", { name: "Start of the selection" });
      const now = async () => Number(await start.getAttribute("aria-valuenow"));
      await start.focus();
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Alt+ArrowUp");
      await expect.poll(now).toBeCloseTo(1.011, 6);
      await page.keyboard.press("Control+z");
      await expect.poll(now).toBe(0);
      await page.keyboard.press("Control+Shift+z");
      await expect.poll(now).toBeCloseTo(1.011, 6);
      await panel(page).getByRole("slider", { name: "Playback position" }).focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("c");
      await panel(page).getByRole("slider", { name: "Start of the selection 2" }).waitFor();
      const [zipped] = await Promise.all([
        page.waitForEvent("download"),
        button(page, "Save 2 selections as files").press("Enter"),
      ]);
      expect(zipped.suggestedFilename()).toBe("trim.zip");
      const first = readWav(await download(page, "talk-trim-1.wav"));
      const second = readWav(await download(page, "talk-trim-2.wav"));
      expect(first.channels[0]).toEqual(cut(1.011, 2));
      expect(second.channels[0]).toEqual(cut(2, 4));
      const zip = await download(page, "trim.zip", "Save all 2 results");
      for (const name of ["talk-trim-1.wav", "talk-trim-2.wav"])
        expect(zip.includes(Buffer.from(name))).toBe(true);
    });
  });

  it("TLS-1 is operated by mouse: a range is drawn, an end is dragged, and it plays in a loop", async () => {
    await withTool("/audio-trimmer", {}, async (page) => {
      const pageErrors = watch(page);
      await addFiles(page, [wav("talk.wav", talk)]);
      const slider = panel(page).getByRole("slider", { name: "Playback position" });
      const box = (await slider.boundingBox())!;
      const at = (seconds: number) => box.x + (box.width * seconds) / 4;
      const y = box.y + box.height / 2;
      const drag = async (from: number, to: number) => {
        await page.mouse.move(at(from), y);
        await page.mouse.down();
        await page.mouse.move((at(from) + at(to)) / 2, y);
        await page.mouse.move(at(to), y);
        await page.mouse.up();
      };
      const edge = (name: string) =>
        panel(page)
          .getByRole("slider", { name: `${name} of the selection` })
          .getAttribute("aria-valuenow")
          .then(Number);
      await drag(1, 2.2);
      await expect.poll(() => edge("Start")).toBeCloseTo(1, 1);
      await expect.poll(() => edge("End")).toBeCloseTo(2.2, 1);
      await drag(2.19, 1.6);
      await expect.poll(() => edge("End")).toBeCloseTo(1.6, 1);
      await panel(page).getByRole("switch", { name: "Loop the selection" }).check();
      await button(page, "Play").click();
      const time = async () => Number(await slider.getAttribute("aria-valuenow"));
      // It comes to its end, and begins again.
      await expect.poll(time, { interval: 20 }).toBeGreaterThan(1.45);
      await expect.poll(time, { interval: 20 }).toBeLessThan(1.2);
      await button(page, "Pause").click();
      expect(await time()).toBeGreaterThanOrEqual(0.99);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it(
    "TLS-2 fades, snaps to where the sound passes zero, and writes another format",
    inLongRun,
    async () => {
      await withTool("/audio-trimmer", {}, async (page) => {
        await addFiles(page, [wav("tone.wav", quiet)]);
        await panel(page).getByRole("switch", { name: "Snap to zero crossings" }).check();
        await type(page, "Start", "1.0005");
        await type(page, "Fade out", "0.5");
        const start = panel(page).getByRole("slider", { name: "Start of the selection" });
        const period = Math.PI / 2764.6;
        await expect
          .poll(async () => {
            const turns = Number(await start.getAttribute("aria-valuenow")) / period;
            return Math.abs(turns - Math.round(turns)) * period * RATE;
          })
          .toBeLessThan(1);
        await panel(page).getByRole("combobox", { name: "Format" }).selectOption("wav32f");
        const result = readWav(await download(page, "tone-trim.wav", "Save the selection"));
        const seconds = result.channels[0]!.length / RATE;
        expect(levelOf(result, 0, 1)).toBeCloseTo(0.05 / Math.SQRT2, 3);
        expect(levelOf(result, seconds - 0.05, seconds)).toBeLessThan(0.002);
      });
    },
  );

  it("TLS-2 copies the packets of an MP3, and says so", inLongRun, async () => {
    await withTool("/audio-trimmer", {}, async (page) => {
      await addFiles(page, [wav("talk.wav", talk)]);
      await panel(page).getByRole("combobox", { name: "Format" }).selectOption("mp3");
      const mp3 = await download(page, "talk-trim.mp3", "Save the selection");
      await panel(page).getByRole("combobox", { name: "Format" }).selectOption("keep");
      await addFiles(page, [{ name: "song.mp3", mimeType: "audio/mpeg", buffer: mp3 }]);
      await panel(page).getByText("Cut on the exact sample, without loss.").waitFor();
      await type(page, "Start", "1");
      await type(page, "End", "2");
      const excerpt = await download(page, "song-trim.mp3", "Save the selection");
      const gaps = await findMp3Gaps(async (from, to) => excerpt.subarray(from, to));
      expect(gaps?.frames).toBe(RATE);
      expect(excerpt.length).toBeLessThan(mp3.length / 2.5);
    });
  });
});

describe("the volume changer", () => {
  const gainOf = (result: Buffer, input: Buffer): number =>
    20 * Math.log10(levelOf(readWav(result)) / levelOf(readWav(input)));

  it("TLS-1 TLS-7 changes the volume by exactly the set value, and reports loudness and peak", async () => {
    await withTool("/volume-changer", { pace: SLOW }, async (page) => {
      const pageErrors = watch(page);
      await addFiles(page, [wav("talk.wav", talk)]);
      await panel(page).getByText("dBTP").first().waitFor();
      await type(page, "Gain (dB)", "−3.57");
      await panel(page).getByRole("combobox", { name: "Format" }).selectOption("wav32f");
      const result = await download(page, "talk-volume.wav", "Save with the new volume");
      expect(gainOf(result, talk)).toBeCloseTo(-3.57, 3);
      // Play, before and after and the download are one strip; under other settings it is the earlier version's.
      const strip = panel(page).locator("[data-strip]");
      expect(await strip.getByRole("radio").count()).toBe(2);
      await type(page, "Gain (dB)", "2");
      await strip.getByRole("button", { name: "Download earlier version" }).waitFor();
      await button(page, "Back to its settings").click();
      await strip.getByRole("button", { name: "Download", exact: true }).waitFor();
      await panel(page).getByRole("columnheader", { name: "Result" }).waitFor();
      await shoot(page, "volume", { isResult: true });
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it(
    "TLS-1 TLS-7 warns before the run of what will clip, a limiter holds the ceiling, and a quick result follows",
    inLongRun,
    async () => {
      await withTool("/volume-changer", { pace: QUICK }, async (page) => {
        await addFiles(page, [wav("talk.wav", talk)]);
        await panel(page).getByRole("switch", { name: "Limiter" }).uncheck();
        await type(page, "Gain (dB)", "15");
        await panel(page).getByText("This will clip").waitFor();
        await shoot(page, "volume-clips");
        await panel(page).getByRole("switch", { name: "Limiter" }).check();
        await panel(page).getByText("This will clip").waitFor({ state: "hidden" });
        await panel(page).getByText("The limiter reduces peaks").waitFor();
        const result = readWav(await download(page, "talk-volume.wav", "Save with the new volume"));
        const peak = result.channels[0]!.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
        expect(20 * Math.log10(peak)).toBeLessThanOrEqual(-1);
        expect(20 * Math.log10(peak)).toBeGreaterThan(-3);
        await type(page, "Gain (dB)", "−4");
        await jobsDone(page, 2);
        expect(gainOf(await download(page, "talk-volume.wav", "Download"), talk)).toBeCloseTo(
          -4,
          3,
        );
      });
    },
  );

  it(
    "TLS-1 normalizes several files to one loudness, saves all as one, and previews them",
    inLongRun,
    async () => {
      await withTool("/volume-changer", {}, async (page) => {
        await addFiles(page, [wav("one.wav", talk), wav("two.wav", quiet)]);
        await panel(page).getByRole("radio", { name: "Loudness target" }).check();
        await panel(page).getByRole("combobox", { name: "Target for" }).selectOption("-23");
        await button(page, "Play").click();
        const slider = panel(page).getByRole("slider", { name: "Playback position" });
        await expect
          .poll(async () => Number(await slider.getAttribute("aria-valuenow")))
          .toBeGreaterThan(0.2);
        await button(page, "Pause").click();
        const both = await download(page, "volume.zip", "Save 2 files with the new volume");
        await expect
          .poll(() =>
            panel(page)
              .getByText(/−23\.0 LUFS/)
              .count(),
          )
          .toBe(4);
        const again = await download(page, "volume.zip", "Save all 2 results");
        for (const zip of [both, again])
          for (const name of ["one-volume.wav", "two-volume.wav"])
            expect(zip.includes(Buffer.from(name))).toBe(true);
      });
    },
  );
});

describe("the editor's presets on other screens", () => {
  it.each(
    hardest(["/audio-trimmer", "/volume-changer", "/ar/volume-changer", "/ar/audio-trimmer"]),
  )("LOC-6 %s works on a phone, and nothing is wider than it", async (path) => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
    await withTool(path, phone, async (page) => {
      const pageErrors = watch(page);
      await addFiles(page, [wav("talk.wav", talk)]);
      await panel(page).locator("[data-start]:enabled").tap();
      await page.locator("dialog[open] [data-job][data-state=done]").waitFor({ state: "attached" });
      await panel(page).getByText("talk-").first().waitFor();
      await shoot(page, path.slice(1).replaceAll("/", "-"));
      const { wide, room } = await panel(page).evaluate((pane) => ({
        wide: pane.scrollWidth,
        room: pane.clientWidth,
      }));
      expect(wide).toBeLessThanOrEqual(room);
      const wave = panel(page).getByRole("slider").first();
      expect(await wave.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });
});
