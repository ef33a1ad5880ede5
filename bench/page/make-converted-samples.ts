// Files that visitors can hear and see on the pages of converters: samples that are published already,
// converted by these tools in a browser with their default settings. FFmpeg makes the sources in other
// formats and the poster of the upright video. Needs a built site (`toolkit build`).
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium, type Page } from "playwright";
import { BROWSER_FLAGS, browserProgram } from "./browser.ts";
import { openShotSite } from "./shot-site.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const SAMPLES = path.join(HOME, "runtime/public/samples");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-samples-"));

interface Conversion {
  readonly tool: string;
  /** Path of the source. */
  readonly from: string;
  /** File name of the result. */
  readonly to: string;
}

const ffmpeg = (...args: readonly string[]): void =>
  void execFileSync("ffmpeg", ["-v", "error", "-y", ...args]);

/**
 * A source of a video tool: a published video in another container.
 * @param change options of its streams, which are copied otherwise
 */
function videoSource(
  name: string,
  file: string,
  change: readonly string[] = ["-c", "copy"],
): string {
  const source = path.join(folder, file);
  ffmpeg("-i", path.join(SAMPLES, `${name}.mp4`), ...change, source);
  return source;
}
/** The middle of the video, upright, as from a phone. */
const UPRIGHT =
  "-vf crop=202:360,scale=270:480 -pix_fmt yuv420p -c:v libx264 -preset veryslow -crf 28 -c:a copy".split(
    " ",
  );

const song = path.join(folder, "song.wav");
ffmpeg("-i", path.join(SAMPLES, "song-before.mp3"), song);

fs.copyFileSync(path.join(SAMPLES, "trim-after.mp3"), path.join(SAMPLES, "wav-before.mp3"));

const conversions: readonly Conversion[] = [
  { tool: "youtube-to-m4a", from: song, to: "song-m4a-after.m4a" },
  { tool: "youtube-to-ogg", from: song, to: "song-ogg-after.ogg" },
  { tool: "youtube-to-wav", from: path.join(SAMPLES, "wav-before.mp3"), to: "wav-after.wav" },
  { tool: "youtube-to-mp4-converter", from: videoSource("video", "video.mkv"), to: "copy-mp4.mp4" },
  {
    tool: "youtube-video-download",
    from: videoSource("animation", "animation.mov"),
    to: "copy-video.mp4",
  },
  {
    tool: "youtube-shorts-download",
    from: videoSource("animation", "upright.mov", UPRIGHT),
    to: "copy-shorts.mp4",
  },
];

/** @returns path of the result */
async function convert(page: Page, { tool, from }: Conversion): Promise<string> {
  await page.goto(`/${tool}`);
  await page.locator('dialog[open] input[type="file"]').first().setInputFiles(from);
  const start = page.locator("dialog[open] [data-primary]:enabled").first();
  await start.waitFor({ timeout: 60_000 });
  await start.click();
  const button = page
    .locator("dialog[open]")
    .getByRole("button", { name: "Download", exact: true })
    .first();
  await button.waitFor({ timeout: 120_000 });
  const [file] = await Promise.all([page.waitForEvent("download"), button.press("Enter")]);
  return file.path();
}

const site = await openShotSite(HOME, path.join(HOME, "dist"));
const browser = await chromium.launch({
  executablePath: browserProgram(),
  args: [...BROWSER_FLAGS],
});
try {
  for (const conversion of conversions) {
    const { tool, from, to } = conversion;
    const context = await browser.newContext({ baseURL: site.url, locale: "en-US" });
    // The credits of a new user suffice for one conversion.
    const token = await site.signedIn(tool);
    await context.addInitScript((value) => localStorage.setItem("toolkit_token", value), token);
    const result = path.join(SAMPLES, to);
    fs.copyFileSync(await convert(await context.newPage(), conversion), result);
    process.stdout.write(`${to}: ${fs.statSync(from).size} → ${fs.statSync(result).size} bytes\n`);
    await context.close();
  }
  const upright = path.join(SAMPLES, "copy-shorts");
  ffmpeg("-ss", "2.6", "-i", `${upright}.mp4`, "-frames:v", "1", "-q:v", "6", `${upright}.jpg`);
} finally {
  await browser.close();
  await site.close();
  fs.rmSync(folder, { recursive: true });
}
