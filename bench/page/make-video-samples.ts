// Films that visitors can watch on the pages of Audio to video and Audio animation: made by these tools in a
// browser from the song of the samples, and then made smaller by ffmpeg. Needs a built site (`toolkit build`).
import { execFileSync } from "node:child_process";
import path from "node:path";
import { chromium, type Page } from "playwright";
import { BROWSER_FLAGS, browserProgram } from "./browser.ts";
import { openShotSite } from "./shot-site.ts";
import { chooseSetting } from "./choose-setting.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const SAMPLES = path.join(HOME, "runtime/public/samples");

interface VideoSample {
  readonly tool: string;
  readonly name: string;
  /** Second whose picture is the poster. */
  readonly poster: number;
  readonly set: (choose: (label: string, value: string) => Promise<unknown>) => Promise<void>;
}
const VIDEOS: readonly VideoSample[] = [
  {
    tool: "audio-to-animation-ai",
    name: "animation",
    poster: 2.6,
    set: async (choose) => {
      await choose("Template", "rings");
      await choose("Resolution", "720");
    },
  },
  {
    tool: "audio-to-video-ai",
    name: "video",
    poster: 2.6,
    set: async (choose) => {
      await choose("Visual", "bars");
      await choose("Resolution", "720");
    },
  },
];

const panelOf = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

/** Makes a film with what is set. @returns where it lies */
async function make(page: Page, { tool, set }: VideoSample): Promise<string> {
  await page.goto(`/${tool}`);
  const input = page.locator('dialog[open] input[type="file"]').first();
  await input.setInputFiles(path.join(SAMPLES, "song-before.mp3"));
  const panel = panelOf(page);
  const start = panel.locator("[data-start]:enabled");
  await start.waitFor({ timeout: 60_000 });
  await set((label, value) => chooseSetting(panel, label, value));
  await start.click();
  const result = panel.getByRole("region", { name: "Result", exact: true });
  const button = result.getByRole("button", { name: "Download", exact: true });
  await button.waitFor({ timeout: 500_000 });
  const [file] = await Promise.all([page.waitForEvent("download"), button.press("Enter")]);
  return file.path();
}

const ffmpeg = (...args: readonly string[]): void =>
  void execFileSync("ffmpeg", ["-v", "error", "-y", ...args]);

const site = await openShotSite(HOME, path.join(HOME, "dist"));
const browser = await chromium.launch({
  executablePath: browserProgram(),
  args: [...BROWSER_FLAGS, "--enable-unsafe-swiftshader"],
});
try {
  const context = await browser.newContext({ baseURL: site.url, locale: "en-US" });
  const token = await site.signedIn("ada.lovelace");
  await context.addInitScript((value) => localStorage.setItem("toolkit_token", value), token);
  for (const video of VIDEOS) {
    const page = await context.newPage();
    const file = await make(page, video);
    const to = path.join(SAMPLES, video.name);
    const small = ["-vf", "scale=640:-2,fps=24", "-pix_fmt", "yuv420p", "-c:v", "libx264"];
    const sound = ["-c:a", "aac", "-b:a", "64k", "-movflags", "+faststart"];
    ffmpeg("-i", file, ...small, "-preset", "veryslow", "-crf", "30", ...sound, `${to}.mp4`);
    ffmpeg(
      "-ss",
      String(video.poster),
      "-i",
      file,
      "-frames:v",
      "1",
      "-vf",
      "scale=640:-2",
      "-q:v",
      "6",
      `${to}.jpg`,
    );
    process.stdout.write(`${to}.mp4\n`);
    await page.close();
  }
} finally {
  await browser.close();
  await site.close();
}
