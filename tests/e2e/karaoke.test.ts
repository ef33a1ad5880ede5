import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import type { Page } from "playwright";
import { afterAll, describe, expect, it } from "vitest";
import { openVoice } from "#cli/speech/open-voice.ts";
import type { Speech } from "#audio/speech/speech.ts";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { violationsInThemes } from "./access.ts";
import { useBrowser, watch } from "./browser.ts";
import { haveText } from "./engines.ts";
import { addFiles } from "./enhance-site.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { readZip } from "./read-zip.ts";
import { shoot } from "./shots.ts";
import { readWav, stereoWav } from "./sounds.ts";
import { inLongRun, needs } from "../left-out.ts";

useBrowser();
const site = useRealSite();
const voice = openVoice();
afterAll(() => voice.close());

const LINES = ["The morning train was late again", "And nobody seemed to mind"] as const;
/** Seconds at which the lines are spoken. */
const BEGINS = [1.5, 6] as const;

interface Sound {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
/** A chord that a band plays at one side. */
const chordAt = (time: number, root: number): number =>
  [1, 1.25, 1.5].reduce((sum, part) => sum + 0.03 * Math.sin(2 * Math.PI * root * part * time), 0);
/** A band without a singer, or nothing at all where it is as loud as 0. */
const band = (name: string, seconds: number, gain = 1): Sound => ({
  name,
  mimeType: "audio/wav",
  buffer: stereoWav({ seconds, rate: 22_050 }, (time) => [
    gain * chordAt(time, 196),
    gain * chordAt(time, 220),
  ]),
});

let made: Promise<Sound> | undefined;
const song = (): Promise<Sound> => (made ??= makeSong());
/** Lines in the middle, with chords at the sides. */
async function makeSong(): Promise<Sound> {
  const spoken: Speech[] = [];
  for (const line of LINES)
    spoken.push(await voice.speak(line, { language: "en", voice: "m3", rate: 130 }));
  const rate = spoken[0]!.sampleRate;
  const expectedSample = (time: number): number =>
    spoken.reduce(
      (sum, { samples }, at) => sum + (samples[Math.round((time - BEGINS[at]!) * rate)] ?? 0),
      0,
    );
  const buffer = stereoWav({ seconds: 10, rate }, (time) => [
    expectedSample(time) + chordAt(time, 196),
    expectedSample(time) + chordAt(time, 220),
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
async function readVideo(bytes: Buffer) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const video = (await input.getPrimaryVideoTrack())!;
  const audio = (await input.getPrimaryAudioTrack())!;
  const { packetCount: pictures } = await video.computePacketStats();
  const size = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  const seconds = [await video.computeDuration(), await audio.computeDuration()];
  input.dispose();
  return { pictures, size, seconds };
}

const PAGE = "/karaoke-maker";
const field = (page: Page) => panel(page).locator("textarea");
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
/** Names of files in the list, with a mark at those that are not selected. */
const selected = (page: Page) =>
  page
    .locator("[data-file] label")
    .evaluateAll((rows) =>
      rows.map(
        (row) =>
          (row.querySelector(":checked") ? "" : "not ") + row.querySelector("bdi")!.textContent,
      ),
    );
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));
const save = (page: Page) => panel(page).getByRole("button", { name: "Save the karaoke version" });

describe("karaoke", () => {
  it("TLS-1 TLS-15 USR-10 takes a song and its words to a version without singer and timed lyrics", async () => {
    await withNewcomer(site(), PAGE, {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await addFiles(page, [await song()]);
      await panel(page).getByLabel("Lyrics", { exact: true }).fill(LINES.join("\n"));
      await panel(page).getByRole("button", { name: "Create karaoke version" }).click();
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
      await panel(page).getByLabel("Tempo").fill("150");
      const { lines } = readLyrics(String(await download(page, "Save the lyrics (LRC)")));
      expect(lines.map(({ text }) => text)).toEqual([...LINES]);
      expect(Math.abs(lines[1]!.from! - (BEGINS[1] + 0.1) / 1.5)).toBeLessThan(0.15);
      await panel(page).getByLabel("Format").selectOption("wav16");
      const { channels, rate } = readWav(await download(page, "Save the karaoke version"));
      expect(Math.abs(channels[0]!.length / rate - 10 / 1.5)).toBeLessThan(0.1);

      // So does the film: its sound, and a picture for each thirtieth of a second.
      const video = await readVideo(await download(page, /^Save the lyric video/));
      expect(Math.abs(video.pictures - 200)).toBeLessThanOrEqual(1);
      expect(video.size).toEqual([1280, 720]);
      for (const seconds of video.seconds) expect(Math.abs(seconds - 10 / 1.5)).toBeLessThan(0.1);
      await shoot(page, "karaoke-film");

      // Players of karaoke and the game get the sound with what they show.
      const disc = readZip(await download(page, /MP3\+G/));
      expect(Object.keys(disc)).toEqual(["song.mp3", "song.cdg"]);
      expect(Math.abs(disc["song.cdg"]!.length / 24 / 300 - 10 / 1.5)).toBeLessThan(0.1);
      const game = readZip(await download(page, "Save for UltraStar"));
      expect(Object.keys(game)).toEqual([
        "song/song.txt",
        "song/song.mp3",
        "song/song [INSTR].mp3",
      ]);
      const text = game["song/song.txt"]!.toString();
      expect(text).toMatch(/^#ARTIST:Unknown artist$/m);
      expect(text).toMatch(/^#MP3:song\.mp3$/m);
      expect(text).toMatch(/^[:F] 0 \d+ -?\d+ The /m);

      // Slow, so that there is time to look at a line.
      await panel(page).getByLabel("Tempo").fill("50");
      await panel(page).getByRole("button", { name: "Sing", exact: true }).click();
      const stage = page.locator("dialog[open]").last();
      // It plays at once; a line is gone to while it rests, whichever is next by then.
      await stage.getByRole("button", { name: "Pause" }).waitFor();
      await page.keyboard.press("Space");
      await stage.getByRole("button", { name: "Play" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await expect
        .poll(() => stage.locator("[data-sung]").textContent())
        .toMatch(new RegExp(LINES.join("|")));
      await shoot(page, "karaoke-sing");
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator("dialog[open] [data-sung]").count()).toBe(0);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  }, 400_000);

  it(
    "TLS-1 USR-14 is previewed before it is rendered, from a song and its lyrics that are dropped together",
    inLongRun,
    async () => {
      await withNewcomer(site(), PAGE, {}, async (page, creditsLeft) => {
        const pageErrors = watch(page);
        const before = await creditsLeft();
        const buffer = Buffer.from("[00:01.50]First\n[00:06.00]Second\n");
        await addFiles(page, [await song(), { name: "song.lrc", mimeType: "", buffer }]);
        await expect.poll(() => field(page).inputValue()).toBe(buffer.toString());
        await expect.poll(() => selected(page)).toEqual(["song.wav"]);
        await panel(page).getByText("Preview: 10 sec, free").waitFor();
        expect(await creditsLeft()).toBe(before);
        // One that comes alone leaves the song where it is.
        await addFiles(page, [
          { name: "other.txt", mimeType: "text/plain", buffer: Buffer.from("A") },
        ]);
        await expect.poll(() => field(page).inputValue()).toBe("A");
        await expect.poll(() => selected(page)).toEqual(["song.wav"]);
        await addFiles(page, [
          { name: "not.lrc", mimeType: "", buffer: Buffer.from([1, 0, 2, 0, 3, 0]) },
        ]);
        await panel(page).getByText("This is not a text file").waitFor();
        expect(await field(page).inputValue()).toBe("A");
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );

  it("TLS-4 USR-10 of silence is not made, and costs nothing", async () => {
    await withNewcomer(site(), PAGE, {}, async (page, creditsLeft) => {
      const before = await creditsLeft();
      await addFiles(page, [band("silence.wav", 4, 0)]);
      await start(page).click();
      await panel(page).getByText("There is no sound in this file").waitFor();
      await panel(page).getByText("The credits for this job have been returned").waitFor();
      expect(await creditsLeft()).toBe(before);
    });
  });

  it(
    "TLS-4 of 4 seconds without a singer is made, and its lyrics are timed by hand",
    inLongRun,
    async () => {
      await withNewcomer(site(), PAGE, {}, async (page) => {
        const pageErrors = watch(page);
        await addFiles(page, [band("band.wav", 4)]);
        await field(page).fill(LINES.join("\n"));
        await start(page).click();
        await panel(page).getByText("do not seem to match").waitFor();
        await panel(page)
          .getByRole("button", { name: `Start here: ${LINES[0]}` })
          .press("Enter");
        await expect.poll(() => times(page).first().getAttribute("data-from")).toBe("0");
        await panel(page).getByLabel("Format").selectOption("wav16");
        const { channels, rate } = readWav(await download(page, "Save the karaoke version"));
        expect(Math.abs(channels[0]!.length / rate - 4)).toBeLessThan(0.1);
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );

  it(
    "TLS-1 times lyrics in other scripts by how they are read",
    { ...inLongRun, timeout: 200_000 },
    async () => {
      await withNewcomer(site(), PAGE, {}, async (page) => {
        const pageErrors = watch(page);
        await addFiles(page, [await song()]);
        await start(page).click();
        await save(page).waitFor();
        const scripts = {
          ja: "朝の電車はまた遅れた\n誰も気にしなかった",
          ru: "Утренний поезд опоздал\nНикто не заметил",
          ar: "تأخر قطار الصباح\nولم يهتم أحد",
          zh: "早班车又晚点了\n谁也没在意",
        };
        for (const [language, text] of Object.entries(scripts)) {
          await field(page).fill(text);
          const chosen = panel(page).getByLabel("Language of the lyrics");
          await expect.poll(() => chosen.inputValue()).toBe(language);
          const again = panel(page).getByRole("button", { name: "Time the lyrics automatically" });
          if (await again.isVisible()) await again.click();
          await expect.poll(() => panel(page).locator("li [data-from]").count()).toBe(2);
          await panel(page).locator("[data-timing]").waitFor({ state: "detached" });
        }
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );

  it(
    "TLS-2 saves a film of 1080 lines, as WebM where the browser has neither H.264 nor AV1, and says where it has none at all",
    { ...inLongRun, timeout: 200_000 },
    async () => {
      const lyrics = "[00:00.30]First\n[00:00.80]Second";
      const make = async (page: Page): Promise<void> => {
        await addFiles(page, [band("band.wav", 1.2)]);
        await field(page).fill(lyrics);
        await start(page).click();
        await save(page).waitFor();
      };
      await withNewcomer(site(), PAGE, {}, async (page) => {
        await page.addInitScript(() => {
          const ask = VideoEncoder.isConfigSupported.bind(VideoEncoder);
          VideoEncoder.isConfigSupported = (config) =>
            /^(avc|av01)/.test(config.codec) ? Promise.resolve({ supported: false }) : ask(config);
        });
        await page.reload();
        await make(page);
        await panel(page).getByLabel("Video size").selectOption("1080p");
        const video = await readVideo(await download(page, "Save the lyric video (WebM)"));
        expect(video.size).toEqual([1920, 1080]);
        expect(Math.abs(video.pictures - 36)).toBeLessThanOrEqual(1);
      });
      await withNewcomer(site(), PAGE, {}, async (page) => {
        await page.addInitScript(() => Reflect.deleteProperty(window, "VideoEncoder"));
        await page.reload();
        await make(page);
        await panel(page).getByText("This browser cannot make videos").waitFor();
        await save(page).waitFor();
      });
    },
  );

  it(
    "TLS-4 reports errors of lyrics, and works without any",
    { ...inLongRun, timeout: 400_000 },
    async () => {
      await withNewcomer(site(), PAGE, {}, async (page) => {
        await addFiles(page, [band("band.wav", 2.5)]);
        await field(page).fill("[00:75.00]Broken\n[00:05.00]Second\n[00:01.00]Первая");
        await panel(page).getByText("1 time in these lyrics is invalid").waitFor();
        await panel(page).getByText("1 line was out of order").waitFor();
        await field(page).fill("");
        await start(page).click();
        await save(page).waitFor({ timeout: 200_000 });
        const sing = panel(page).getByRole("button", { name: "Sing", exact: true });
        await sing.click();
        const score = page
          .locator("dialog[open]")
          .last()
          .getByRole("button", { name: "Sing and get a score" });
        await score.waitFor();
      });
    },
  );
});

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

/** A film that is red for a second and a half, then blue, with chords. */
function makeVideo(folder: string): Sound {
  const [sound, video] = ["sound.wav", "film.mp4"].map((name) => path.join(folder, name));
  fs.writeFileSync(sound!, band("band.wav", 2.5).buffer);
  const color = (name: string, seconds: number): string =>
    `-f lavfi -i color=${name}:s=320x180:r=15:d=${seconds}`;
  const joined = "-filter_complex [0:v][1:v]concat=n=2:v=1[v] -map [v] -map 2:a";
  const codecs = "-c:v libx264 -pix_fmt yuv420p -c:a aac";
  const inputs = `${color("red", 1.5)} ${color("blue", 1)} -i ${sound}`;
  execFileSync("ffmpeg", `-v error ${inputs} ${joined} ${codecs} ${video}`.split(" "));
  return { name: "film.mp4", mimeType: "video/mp4", buffer: fs.readFileSync(video!) };
}

describe("karaoke of a film", needs(hasFfmpeg, "ffmpeg"), () => {
  it(
    "TLS-1 TLS-2 shows its lyrics over its own pictures, at the tempo that is set",
    { ...inLongRun, timeout: 200_000 },
    async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "karaoke-film-"));
      try {
        await withNewcomer(site(), PAGE, {}, async (page) => {
          const pageErrors = watch(page);
          await addFiles(page, [makeVideo(folder)]);
          await field(page).fill("[00:00.50]First\n[00:01.20]Second");
          await start(page).click();
          await save(page).waitFor();
          const own = panel(page).getByRole("switch", { name: "Show the original video" });
          await own.waitFor();
          await panel(page).getByLabel("Tempo").fill("50");
          const file = path.join(folder, "karaoke.mp4");
          fs.writeFileSync(file, await download(page, /^Save the lyric video/));
          // A corner of the picture, where no letters are: red, green and blue.
          const corner = "-frames:v 1 -vf crop=8:8:16:16,scale=1:1 -f rawvideo -pix_fmt rgb24 -";
          const cornerAt = (time: number): Buffer =>
            execFileSync("ffmpeg", `-v error -ss ${time} -i ${file} ${corner}`.split(" "));
          for (const [time, red, blue] of [
            [0.5, true, false],
            [2.6, true, false],
            [3.4, false, true],
            [4.7, false, true],
          ] as const) {
            const [r, , b] = cornerAt(time);
            expect([time, r! > 80, b! > 80]).toEqual([time, red, blue]);
          }
          const { pictures } = await readVideo(fs.readFileSync(file));
          expect(Math.abs(pictures - 150)).toBeLessThanOrEqual(1);
          await shoot(page, "karaoke-own-film");
          await own.uncheck();
          await panel(page).getByRole("button", { name: "Choose a background image" }).waitFor();
          expect(faultsOf(pageErrors)).toEqual([]);
        });
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    },
  );
});

describe("lyrics from a transcript", () => {
  it(
    "TLS-1 are taken from what was written down of the song, with their times",
    { ...inLongRun, timeout: 200_000 },
    async () => {
      await withNewcomer(site(), PAGE, {}, async (page) => {
        const pageErrors = watch(page);
        await addFiles(page, [await song()]);
        await panel(page).getByRole("button", { name: "Have the lyrics written down" }).click();
        await page.waitForURL(/ai-audio-to-text/);
        await haveText(page);
        await panel(page).getByLabel("Transcript", { exact: true }).fill(LINES.join(" "));
        await panel(page).getByRole("button", { name: "Align the transcript" }).click();
        await panel(page).getByText("aligned by the built-in engine").waitFor({ timeout: 100_000 });
        await page.goBack();
        await panel(page).getByRole("button", { name: "Use its transcript" }).click();
        await expect.poll(() => field(page).inputValue()).toMatch(/^\[00:0/);
        const { lines } = readLyrics(await field(page).inputValue());
        expect(lines.map(({ text }) => text).join(" ")).toBe(LINES.join(" "));
        expect(Math.abs(lines[0]!.from! - BEGINS[0])).toBeLessThan(0.2);
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );
});

describe.each([
  ["en", { viewport: { width: 1280, height: 800 } }],
  ["ar", { viewport: { width: 390, height: 844 } }],
] as const)("karaoke in %s", (locale, options) => {
  it(
    "TLS-1 A11Y goes from a song to its lyrics in time, fits its screen and breaks no rule of accessibility",
    { ...inLongRun, timeout: 200_000 },
    async () => {
      const path = locale === "en" ? PAGE : `/ar${PAGE}`;
      await withNewcomer(site(), path, options, async (page) => {
        await addFiles(page, [await song()]);
        await field(page).fill(LINES.join("\n"));
        await panel(page).locator("select:has(> option[value=en])").last().selectOption("en");
        await start(page).click();
        await times(page).nth(1).waitFor({ timeout: 100_000 });
        await times(page).nth(1).scrollIntoViewIfNeeded();
        await shoot(page, `karaoke-${locale}`);
        const wide = await page.evaluate(
          () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
        );
        expect(wide).toBeLessThanOrEqual(options.viewport.width);
        expect(await violationsInThemes(page, "with karaoke")).toEqual([]);
      });
    },
  );
});
