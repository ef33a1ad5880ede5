import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ALL_FORMATS, BlobSource, Input } from "mediabunny";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { openAudioFile } from "#cli/audio/open-file.ts";
import { workOn } from "./audio-worker.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { addFiles, useToolSite, withTool } from "./enhance-site.ts";
import { createNoise, levelOf, readWav, voiceAt, wavOf } from "./sounds.ts";
import { inLongRun, needs } from "../left-out.ts";

useBrowser();
useToolSite();

const noise = createNoise();
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const wav = (name: string, buffer: Buffer) => ({ name, mimeType: "audio/wav", buffer });

/** A WAV file with a title in its tags. */
function titled(sound: Buffer, title: string): Buffer {
  const text = Buffer.from(title.length % 2 ? title : `${title}\0`, "latin1");
  const head = Buffer.from("LIST____INFOINAM____", "latin1");
  head.writeUInt32LE(12 + text.length, 4);
  head.writeUInt32LE(text.length, 16);
  const file = Buffer.concat([sound, head, text]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

async function save(page: Page): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    panel(page).getByRole("button", { name: "Download" }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path()) };
}

async function clean(page: Page, name: string, sound: Buffer): Promise<void> {
  await addFiles(page, [wav(name, sound)]);
  await panel(page).locator("[data-start]:enabled").click();
  await panel(page)
    .locator("[role=radiogroup]:not([data-preview] *)")
    .waitFor({ timeout: 200_000 });
}

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

it(
  "TLS-2 MP3 is in time to the sample, without what its encoder put around it",
  needs(hasFfmpeg, "ffmpeg"),
  async () => {
    const burst = wavOf({ seconds: 1, rate: 44_100 }, (time) =>
      time > 0.5 && time < 0.6 ? 0.5 * Math.sin(2 * Math.PI * 700 * (time - 0.5)) : 0,
    );
    const input = ["-f", "wav", "-i", "pipe:0"];
    const args = ["-v", "error", ...input, "-b:a", "192k", "-write_xing", "1", "-f", "mp3"];
    const folder = fs.mkdtempSync(path.join(tmpdir(), "mp3-"));
    const file = path.join(folder, "a.mp3");
    expect(spawnSync("ffmpeg", [...args, file], { input: burst }).status).toBe(0);
    const bytes = new Uint8Array(fs.readFileSync(file));
    fs.rmSync(folder, { recursive: true });
    const [made] = await withPage({}, async (page) => {
      await page.goto("/terms-policy");
      return workOn(page, [{ name: "a.mp3", bytes }], { values: { gain: -0.1 }, keep: true });
    });
    const { channels } = readWav(Buffer.from(made!.written, "base64"));
    const [original] = readWav(burst).channels;
    expect(channels[0]!.length).toBe(44_100);
    const likeness = (shift: number): number => {
      let sum = 0;
      for (let at = 20_000; at < 28_000; at++) sum += original![at]! * channels[0]![at + shift]!;
      return sum;
    };
    const shifts = Array.from({ length: 2401 }, (_, at) => at - 1200);
    expect(shifts.reduce((best, one) => (likeness(one) > likeness(best) ? one : best), 0)).toBe(0);
  },
);

it("TLS-2 what was written as M4A again and again is in time", async () => {
  const knock = wavOf({ seconds: 1, rate: 44_100 }, (time) =>
    time > 0.5 ? 0.5 * Math.sin(3000 * time) * Math.exp(-20 * (time - 0.5)) : 0,
  );
  const last = await withPage({}, async (page) => {
    await page.goto("/audio-trimmer");
    let [name, bytes] = ["a.wav", new Uint8Array(knock)];
    for (const output of ["m4a", "m4a", "m4a", "wav16"]) {
      const files = [{ name, bytes }];
      const [made] = await workOn(page, files, { values: { gain: -0.1 }, keep: true, output });
      expect(made).toMatchObject({ fault: null });
      [name, bytes] = [`a.${output}`, new Uint8Array(Buffer.from(made!.written, "base64"))];
    }
    return readWav(Buffer.from(bytes)).channels[0]!;
  });
  const [original] = readWav(knock).channels;
  const likeness = (shift: number): number => {
    let sum = 0;
    for (let at = 20_000; at < 30_000; at++) sum += original![at]! * (last[at + shift] ?? 0);
    return sum;
  };
  const shifts = Array.from({ length: 4001 }, (_, at) => at - 500);
  expect(shifts.reduce((best, one) => (likeness(one) > likeness(best) ? one : best), 0)).toBe(0);
});

it("TLS-2 the reported true peak is that of the written file", async () => {
  const loud = wavOf({ seconds: 2, rate: 44_100 }, () => 0.7 * noise());
  const [made] = await withPage({}, async (page) => {
    await page.goto("/terms-policy");
    const files = [{ name: "loud.wav", bytes: loud }];
    return workOn(page, files, { values: { gain: -1 }, keep: true, output: "mp3" });
  });
  const folder = fs.mkdtempSync(path.join(tmpdir(), "mp3-"));
  fs.writeFileSync(path.join(folder, "loud.mp3"), Buffer.from(made!.written, "base64"));
  const written = await openAudioFile(path.join(folder, "loud.mp3"));
  const meter = createLoudnessMeter(written.format);
  for await (const block of written.blocks()) meter.push(block);
  written.close();
  fs.rmSync(folder, { recursive: true });
  const { truePeak } = meter.measure();
  expect(made!.result!.after.truePeak).toBeCloseTo(truePeak, 1);
  // It is another than that of what was encoded.
  expect(truePeak - (made!.result!.before.truePeak - 1)).toBeGreaterThan(0.2);
});

describe("the files that are written", () => {
  it("TLS-2 have every offered format, with length and title, and can be read again", async () => {
    await withTool("/silence-remover", {}, async (page) => {
      const pageErrors = watch(page);
      const sound = wavOf({ seconds: 3, rate: 44_100 }, (time) => 0.3 * Math.sin(1000 * time));
      await clean(page, "song.wav", titled(sound, "A song of words"));
      const formats = await panel(page)
        .locator("select:visible")
        .locator("option")
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
      expect(formats).toEqual(["wav16", "wav24", "wav32f", "flac", "mp3", "m4a", "opus", "vorbis"]);
      const found: unknown[] = [];
      for (const format of formats) {
        await panel(page).getByLabel("Format").first().selectOption(format);
        const { name, bytes } = await save(page);
        const input = new Input({
          formats: ALL_FORMATS,
          source: new BlobSource(new Blob([new Uint8Array(bytes)])),
        });
        const track = (await input.getPrimaryAudioTrack())!;
        const seconds = await track.computeDuration();
        const { title } = await input.getMetadataTags();
        found.push([name, await track.getCodec(), Math.round(10 * seconds) / 10, title]);
      }
      const title = "A song of words";
      expect(found).toEqual([
        ["song-pauses-shortened.wav", "pcm-s16", 3, title],
        ["song-pauses-shortened.wav", "pcm-s24", 3, title],
        ["song-pauses-shortened.wav", "pcm-f32", 3, title],
        ["song-pauses-shortened.flac", "flac", 3, title],
        ["song-pauses-shortened.mp3", "mp3", expect.closeTo(3, 0), title],
        ["song-pauses-shortened.m4a", "aac", expect.closeTo(3, 0), title],
        ["song-pauses-shortened.opus", "opus", 3, title],
        ["song-pauses-shortened.ogg", "vorbis", 3, title],
      ]);
      // A download ends the request of its address, which counts as a failed one.
      expect(pageErrors.filter((text) => !text.startsWith("blob:"))).toEqual([]);
    });
  });

  it(
    "TLS-2 TLS-3 are made from what was compressed, and from long sound in stretches",
    inLongRun,
    async () => {
      await withTool("/background-audio-remover", {}, async (page) => {
        const sound = wavOf({ seconds: 44 }, (time) => voiceAt(time) + 0.02 * noise());
        await clean(page, "long.wav", sound);
        const result = readWav((await save(page)).bytes);
        expect(result.channels[0]!.length).toBe(44 * 16_000);
        for (const start of [2, 20, 41])
          expect(levelOf(result, start + 0.2, start + 0.9)).toBeLessThan(
            0.3 * levelOf(readWav(sound), start + 0.2, start + 0.9),
          );
        await panel(page).getByLabel("Format").first().selectOption("flac");
        const { bytes } = await save(page);
        await addFiles(page, [{ name: "again.flac", mimeType: "audio/flac", buffer: bytes }]);
        await panel(page).getByRole("heading", { name: "again.flac" }).waitFor();
        await panel(page).getByText("44 sec").first().waitFor();
      });
    },
  );
});
