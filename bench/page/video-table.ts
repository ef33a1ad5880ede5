// Films in every shape, and one in 4K, made in the panel: what ffprobe reads of them, and how far pictures of
// them are from those of the preview. See README.md beside this file.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright";
import { startBrowser } from "./browser.ts";
import { song } from "./shot-screens.ts";
import { openShotSite } from "./shot-site.ts";
import { chooseSetting } from "./choose-setting.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const SECONDS = 2;
const ROWS = [
  { shape: "16:9", lines: 720, rate: 30, visual: "bars", output: "mp4" },
  { shape: "1:1", lines: 720, rate: 24, visual: "circle", output: "mp4" },
  { shape: "4:5", lines: 720, rate: 25, visual: "spectrum", output: "mp4" },
  { shape: "9:16", lines: 720, rate: 60, visual: "wave", output: "mp4" },
  { shape: "16:9", lines: 720, rate: 30, visual: "particles", output: "webm" },
  { shape: "1:1", lines: 1080, rate: 30, visual: "bars", output: "mp4" },
  { shape: "9:16", lines: 1080, rate: 30, visual: "bars", output: "mp4" },
  { shape: "4:5", lines: 1080, rate: 30, visual: "bars", output: "mp4" },
  { shape: "16:9", lines: 2160, rate: 24, visual: "bars", output: "mp4" },
] as const;
type Row = (typeof ROWS)[number];
/** Shares of the length at which pictures are compared. */
const POSITIONS = [0.2, 0.5, 0.8] as const;
const { values } = parseArgs({
  options: {
    /** A folder for pictures of the preview with the room of the apps. */
    shots: { type: "string" },
  },
});

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "film-table-"));
const panelOf = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const screenOf = (page: Page) => panelOf(page).locator("canvas[data-frame]");

function run(program: string, args: readonly string[]): Buffer {
  const done = spawnSync(program, ["-v", "error", ...args], { maxBuffer: 2 ** 30 });
  if (done.status !== 0) throw new Error(String(done.stderr));
  return done.stdout;
}

async function make(page: Page, { shape, lines, rate, visual, output }: Row): Promise<string> {
  const panel = panelOf(page);
  const choose = (label: string, value: string) => chooseSetting(panel, label, value);
  await choose("Format", output);
  await choose("Visual", visual);
  await choose("Aspect ratio", shape);
  await choose("Resolution", String(lines));
  await choose("Frames per second", String(rate));
  const done = page.locator("dialog[open] [data-job][data-state=done]");
  const before = await done.count();
  await panel.locator("[data-start]:enabled").click();
  await done.nth(before).waitFor({ state: "attached", timeout: 400_000 });
  const result = panel.getByRole("region", { name: "Result", exact: true });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    result.getByRole("button", { name: "Download", exact: true }).press("Enter"),
  ]);
  return file.path();
}

const contentOf = (page: Page): Promise<string> =>
  screenOf(page).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL("image/png"));

/** The picture of the preview at a share of its length, and its number. */
async function previewAt(page: Page, share: number) {
  const position = panelOf(page).getByRole("slider", { name: "Playback position" });
  const { width, height } = (await position.boundingBox())!;
  await position.click({ position: { x: share * width, y: height / 2 } });
  // It is painted once its media are there: the same twice in a row.
  for (let last = ""; ;) {
    const content = await contentOf(page);
    if (content === last) break;
    last = content;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const file = path.join(folder, "preview.png");
  fs.writeFileSync(file, Buffer.from((await contentOf(page)).split(",")[1]!, "base64"));
  return { file, frame: Number(await screenOf(page).getAttribute("data-frame")) };
}

/** dB between a picture of the preview and that of the film, in the size of the preview. */
function psnrOf(preview: string, video: string, frame: number): number {
  const [width, height] = run("ffprobe", [
    "-show_entries",
    "stream=width,height",
    "-of",
    "csv=p=0",
    preview,
  ])
    .toString()
    .split(",")
    .map(Number);
  const raw = ["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"];
  const a = run("ffmpeg", ["-i", preview, ...raw]);
  const chosen = `select=eq(n\\,${frame}),scale=${width}:${height}:flags=area`;
  const b = run("ffmpeg", ["-i", video, "-vf", chosen, ...raw]);
  let sum = 0;
  for (const [at, value] of a.entries()) sum += (value - b[at]!) ** 2;
  return 10 * Math.log10(255 ** 2 / Math.max(1e-9, sum / a.length));
}

function probe(file: string): Record<string, string> {
  const { streams, format } = JSON.parse(
    run("ffprobe", [
      "-count_frames",
      "-show_streams",
      "-show_format",
      "-of",
      "json",
      file,
    ]).toString(),
  ) as { streams: Record<string, string>[]; format: { duration: string } };
  const [picture, sound] = ["video", "audio"].map((type) =>
    streams.find(({ codec_type: kind }) => kind === type)!,
  );
  return {
    size: `${picture!["width"]} × ${picture!["height"]}`,
    codecs: `${picture!["codec_name"]} ${picture!["profile"]}, ${sound!["codec_name"]}`,
    frames: picture!["nb_read_frames"]!,
    seconds: Number(format.duration).toFixed(2),
  };
}

const site = await openShotSite(HOME, path.join(HOME, "dist"));
const browser = await startBrowser();
const table: Record<string, string | number>[] = [];
try {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: "en-US",
    viewport: { width: 1440, height: 1100 },
  });
  const token = await site.signedIn("ada.lovelace");
  await context.addInitScript((value) => localStorage.setItem("toolkit_token", value), token);
  const page = await context.newPage();
  await page.goto("/audio-to-video-ai");
  await page.locator('dialog[open] input[type="file"]').first().setInputFiles(song(3, SECONDS));
  await screenOf(page).waitFor({ timeout: 60_000 });
  await panelOf(page).getByLabel("Title", { exact: true }).fill("A river at night");
  for (const row of ROWS) {
    const video = await make(page, row);
    const found: string[] = [];
    for (const share of POSITIONS) {
      const preview = await previewAt(page, share);
      found.push(psnrOf(preview.file, video, preview.frame).toFixed(1));
    }
    if (values.shots !== undefined) {
      fs.mkdirSync(values.shots, { recursive: true });
      const zones = panelOf(page).getByRole("checkbox", { name: /^Show / });
      await zones.check();
      const name = `${row.shape.replace(":", "x")}-${row.lines}-${row.visual}.png`;
      await screenOf(page)
        .locator("..")
        .screenshot({ path: path.join(values.shots, name) });
      await zones.uncheck();
    }
    const { lines, rate, visual } = row;
    table.push({
      shape: row.shape,
      lines,
      rate,
      visual,
      ...probe(video),
      expected: SECONDS * rate,
      psnr: found.join(" "),
    });
    process.stdout.write(`${JSON.stringify(table.at(-1))}\n`);
  }
  console.table(table);
} finally {
  await browser.close();
  await site.close();
  fs.rmSync(folder, { recursive: true });
}
process.exitCode = table.every(({ frames, expected }) => Number(frames) === expected) ? 0 : 1;
