import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, describe, expect, it } from "vitest";
import { openVoice } from "#cli/speech/open-voice.ts";
import { inLongRun, needs } from "../left-out.ts";
import { useBrowser, watch } from "./browser.ts";
import { haveText } from "./engines.ts";
import { addFiles, creditsLeft, useToolSite, withTool } from "./enhance-site.ts";
import { openFolds } from "./folds.ts";
import { shoot } from "./shots.ts";
import { createNoise, stereoWav } from "./sounds.ts";

useBrowser();
useToolSite();
const voice = openVoice();
afterAll(() => voice.close());

const RATE = 44_100;
/** Seconds at which something is heard: the bars of the picture flash with it. */
const CLICKS = [1.25, 2.9, 5.1] as const;

/** Bursts of noise that fade, in silence. */
function clicks(seconds: number) {
  const noise = createNoise(5);
  const buffer = stereoWav({ seconds, rate: RATE }, (time) => {
    const since = CLICKS.map((click) => time - click).filter((past) => past >= 0);
    const value = since.length === 0 ? 0 : 0.9 * noise() * Math.exp(-Math.min(...since) / 0.03);
    return [value, value];
  });
  return { name: "clicks.wav", mimeType: "audio/wav", buffer };
}

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const screen = (page: Page) => panel(page).locator("canvas[data-frame]");
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
const result = (page: Page, at = 0) =>
  panel(page).getByRole("region", { name: "Result", exact: true }).nth(at);

async function download(page: Page, at = 0): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 200_000 }),
    panel(page).getByRole("button", { name: "Download", exact: true }).nth(at).press("Enter"),
  ]);
  return file.path();
}

/** What ffprobe reads of the stream of a film. */
function probe(file: string) {
  const output = execFileSync(
    "ffprobe",
    ["-v", "error", "-count_frames", "-show_streams", "-of", "json", file],
    { encoding: "utf8" },
  );
  const { streams } = JSON.parse(output) as {
    streams: Readonly<Record<string, string | number>>[];
  };
  const of = (type: string) => streams.find(({ codec_type: kind }) => kind === type)!;
  return { video: of("video"), audio: of("audio") };
}
const raw = (file: string, args: readonly string[]): Buffer =>
  execFileSync("ffmpeg", ["-v", "error", "-i", file, ...args, "-"], { maxBuffer: 2 ** 30 });

/** Seconds at which the bars of the pictures rise, and at which the sound does. */
function findEvents(file: string, rate: number, [width, height]: readonly [number, number]) {
  const pictures = raw(file, ["-map", "0:v", "-f", "rawvideo", "-pix_fmt", "gray"]);
  const size = width * height;
  // Where bars are: the lower half, above the line of the time.
  const light = Array.from({ length: pictures.length / size }, (_, frame) => {
    let sum = 0;
    for (let y = Math.round(height * 0.5); y < height * 0.82; y++)
      for (let x = 0; x < width; x += 4) sum += pictures[frame * size + y * width + x]!;
    return sum;
  });
  const seen = light.flatMap((sum, at) =>
    at > 0 && sum - light[at - 1]! > 0.2 * (Math.max(...light) - Math.min(...light))
      ? [at / rate]
      : [],
  );
  const bytes = raw(file, ["-map", "0:a", "-f", "f32le", "-ac", "1", "-ar", String(RATE)]);
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const levels: number[] = [];
  for (const [at, sample] of samples.entries())
    if (Math.abs(sample) > 0.25 && at / RATE - (levels.at(-1) ?? -1) > 1) levels.push(at / RATE);
  return {
    frames: light.length,
    seen: seen.filter((time, at) => time - (seen[at - 1] ?? -1) > 1),
    heard: levels,
  };
}

const hasFfmpeg = spawnSync("ffprobe", ["-version"]).status === 0;

describe("audio to video", needs(hasFfmpeg, "ffmpeg"), () => {
  it("TLS-1 USR-10 writes what its preview shows, in step with the sound, for its price", async () => {
    await withTool("/audio-to-video-ai", {}, async (page) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await addFiles(page, [clicks(6)]);
      await screen(page).waitFor();
      await openFolds(panel(page));
      await panel(page).getByRole("radio", { name: "Bars", exact: true }).check();
      await panel(page).getByLabel("Resolution").selectOption("720");
      await panel(page).getByLabel("Frames per second").selectOption("60");
      await panel(page).getByLabel("Title", { exact: true }).fill("Clicks");
      await start(page).click();
      await result(page).waitFor({ timeout: 300_000 });
      expect(await creditsLeft()).toBe(before - 1);
      expect(await page.locator("[controls]").count()).toBe(0);
      await panel(page).locator("[data-player] [data-play]").click();
      const bar = panel(page).locator("[data-player] [data-seek]");
      await expect
        .poll(async () => Number(await bar.getAttribute("aria-valuenow")))
        .toBeGreaterThan(0.1);
      await shoot(page, "video", { isResult: true });
      const file = await download(page);
      const { video, audio } = probe(file);
      expect([video["width"], video["height"], Number(video["nb_read_frames"])]).toEqual([
        1280, 720, 360,
      ]);
      expect([video["codec_name"], audio["codec_name"]]).toEqual(["h264", "aac"]);
      const events = findEvents(file, 60, [1280, 720]);
      expect(events.heard.length).toBe(CLICKS.length);
      expect(events.seen.length).toBe(CLICKS.length);
      for (const [at, seen] of events.seen.entries())
        expect(Math.abs(seen - events.heard[at]!)).toBeLessThan(0.02);

      // The result has taken the place of the preview, which comes back on demand.
      expect(await screen(page).count()).toBe(0);
      await expect.poll(() => result(page).locator("[data-outcome]").count()).toBe(1);
      await result(page).getByRole("button", { name: "Video preview" }).click();

      // The picture that the preview shows is the one that was written, but for the codec's noise.
      const preview = panel(page).getByRole("region", { name: "Video preview" });
      const position = preview.getByRole("slider", { name: "Playback position" });
      const { width, height } = (await position.boundingBox())!;
      await position.click({ position: { x: 0.215 * width, y: height / 2 } });
      await expect.poll(() => frameOf(page)).toBeGreaterThan(70);
      const frame = await frameOf(page);
      await expect
        .poll(async () => psnrOf(await pixels(page), pictureOf(file, frame)))
        .toBeGreaterThan(32);
      const psnr = psnrOf(await pixels(page), pictureOf(file, frame));
      expect(psnrOf(await pixels(page), pictureOf(file, frame - 20))).toBeLessThan(psnr - 3);
      expect(pageErrors.filter((text) => !text.startsWith("blob:"))).toEqual([]);
    });
  }, 400_000);
});

it(
  "TLS-1 A11Y a film that flashes under the sound is written below the limit of flashes",
  { ...inLongRun, ...needs(hasFfmpeg, "ffmpeg"), timeout: 300_000 },
  async () => {
    const flashing = path.join(os.tmpdir(), `flashing-${process.pid}.webm`);
    const light = "if(lt(mod(N\\,4)\\,2)\\,235\\,16)";
    const picture = `color=white:s=320x180:r=30:d=1,format=yuv420p,geq=lum='${light}':cb=128:cr=128`;
    execFileSync("ffmpeg", [
      "-v",
      "error",
      "-y",
      "-f",
      "lavfi",
      "-i",
      picture,
      "-c:v",
      "libvpx",
      flashing,
    ]);
    await withTool("/audio-to-video-ai", {}, async (page) => {
      await addFiles(page, [clicks(2)]);
      await screen(page).waitFor();
      await openFolds(panel(page));
      await panel(page).getByLabel("Resolution").selectOption("720");
      await panel(page).getByLabel("Background", { exact: true }).selectOption("media");
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        panel(page).getByRole("button", { name: "Choose an image or video" }).press("Enter"),
      ]);
      await chooser.setFiles(flashing);
      await panel(page).getByLabel("Image placement").selectOption("fill");
      await panel(page).getByRole("slider", { name: "Dim the image" }).fill("0");
      await start(page).click();
      await result(page)
        .getByText(/at most [1-3] in a second/)
        .waitFor({ timeout: 200_000 });
      // It was not left out: the picture changes as often as it may.
      const pictures = raw(await download(page), [
        "-map",
        "0:v",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "gray",
      ]);
      const means = Array.from({ length: 60 }, (_, at) => pictures[at * 1280 * 720 + 640 * 100]!);
      expect(Math.max(...means) - Math.min(...means)).toBeGreaterThan(60);
    });
    fs.rmSync(flashing);
  },
);

const SPOKEN = "The morning train was late again";
async function speech() {
  const { samples, sampleRate: rate } = await voice.speak(SPOKEN, { language: "en", voice: "m3" });
  const seconds = samples.length / rate;
  const buffer = stereoWav({ seconds, rate }, (time) => {
    const value = samples[Math.round(time * rate)] ?? 0;
    return [value, value];
  });
  return { name: "speech.wav", mimeType: "audio/wav", buffer };
}
/** Pixels of the preview in the color of words that are heard. */
const litPixels = (page: Page): Promise<number> =>
  screen(page).evaluate((canvas) => {
    const { width, height } = canvas as unknown as { width: number; height: number };
    const paper = (
      canvas as unknown as { getContext(kind: "2d"): CanvasRenderingContext2D }
    ).getContext("2d");
    const { data } = paper.getImageData(0, 0, width, height);
    let lit = 0;
    for (let at = 0; at < data.length; at += 4)
      if (
        Math.abs(data[at]! - 0xf2) +
          Math.abs(data[at + 1]! - 0xb8) +
          Math.abs(data[at + 2]! - 0x4b) <
        30
      )
        lit++;
    return lit;
  });

it(
  "TLS-1 takes captions from the transcript of its sound, whose words light up as they are heard",
  { ...inLongRun, timeout: 300_000 },
  async () => {
    await withTool("/audio-to-video-ai", {}, async (page) => {
      const pageErrors = watch(page);
      await addFiles(page, [await speech()]);
      await openFolds(panel(page));
      await panel(page).getByRole("button", { name: "Transcribe for captions" }).click();
      await page.waitForURL(/ai-audio-to-text/);
      await haveText(page);
      await panel(page).getByLabel("Transcript", { exact: true }).fill(SPOKEN);
      await panel(page).getByRole("button", { name: "Align the transcript" }).click();
      await panel(page).getByText("aligned by the built-in engine").waitFor({ timeout: 100_000 });
      await page.goBack();
      await screen(page).waitFor();
      await panel(page).getByRole("radio", { name: "None", exact: true }).check();
      await panel(page).getByLabel("Progress bar with times").uncheck();
      expect(await litPixels(page)).toBe(0);
      await panel(page).getByRole("button", { name: "Use its transcript" }).press("Enter");
      await panel(page).getByText("speech.vtt", { exact: true }).waitFor();
      const litAt = async (share: number): Promise<number> => {
        const preview = panel(page).getByRole("region", { name: "Video preview" });
        const position = preview.getByRole("slider", { name: "Playback position" });
        const { width, height } = (await position.boundingBox())!;
        const before = await frameOf(page);
        await position.click({ position: { x: share * width, y: height / 2 } });
        await expect.poll(() => frameOf(page)).toBeGreaterThan(before);
        await expect.poll(() => litPixels(page)).toBeGreaterThan(0);
        return litPixels(page);
      };
      const half = await litAt(0.5);
      expect(await litAt(0.85)).toBeGreaterThan(1.3 * half);
      await shoot(page, "video-captions");
      // The test itself reads the canvas again and again.
      expect(
        pageErrors.filter((text) => !/^blob:|^Canvas2D: Multiple readback/.test(text)),
      ).toEqual([]);
    });
  },
);

const frameOf = async (page: Page): Promise<number> =>
  Number(await screen(page).getAttribute("data-frame"));

/** The preview as RGB. */
async function pixels(page: Page): Promise<Uint8Array> {
  const data = await screen(page).evaluate((canvas) =>
    (canvas as unknown as { toDataURL(type: string): string }).toDataURL("image/png"),
  );
  const file = path.join(os.tmpdir(), `frame-${process.pid}.png`);
  fs.writeFileSync(file, Buffer.from(data.split(",")[1]!, "base64"));
  return raw(file, ["-f", "rawvideo", "-pix_fmt", "rgb24"]);
}
const pictureOf = (file: string, frame: number): Uint8Array =>
  raw(file, [
    "-vf",
    `select=eq(n\\,${frame})`,
    "-frames:v",
    "1",
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgb24",
  ]);

/** dB */
function psnrOf(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (const [at, value] of a.entries()) sum += (value - b[at]!) ** 2;
  return 10 * Math.log10(255 ** 2 / Math.max(1e-9, sum / a.length));
}
