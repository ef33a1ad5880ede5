// How fast films are drawn and written in a browser, beside ffmpeg on the same machine. See README.md beside this file.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { cpuSecondsOf } from "../speed/in-browser.ts";
import { startBrowser } from "./browser.ts";
import { song } from "./shot-screens.ts";
import { openShotSite } from "./shot-site.ts";
import { chooseSetting } from "./choose-setting.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
/** Seconds of sound. */
const SECONDS = 10;
const VISUALS = ["wave", "bars", "spectrum"] as const;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "film-bench-"));
const file = song(3, SECONDS);
const wav = path.join(folder, "song.wav");
fs.writeFileSync(wav, file.buffer);

/** Seconds by the clock, and of all processors: those hardly depend on what else the machine does. */
interface Took {
  readonly clock: number;
  readonly cpu: number;
}

/** What ffmpeg takes for the same size and rate with its own pictures. */
function withFfmpeg(filter: string): Took {
  const began = performance.now();
  const { status, stderr } = spawnSync("ffmpeg", [
    "-v",
    "info",
    "-benchmark",
    "-y",
    "-i",
    wav,
    "-filter_complex",
    `[0:a]${filter}=s=1920x1080,fps=30,format=yuv420p[v]`,
    "-map",
    "[v]",
    "-map",
    "0:a",
    "-c:v",
    "libx264",
    "-preset",
    "medium",
    "-c:a",
    "aac",
    path.join(folder, "peer.mp4"),
  ]);
  if (status !== 0) throw new Error(String(stderr));
  const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(String(stderr))!;
  return { clock: (performance.now() - began) / 1000, cpu: Number(user) + Number(system) };
}

/** From the click to the finished film. */
async function inBrowser(page: Page, visual: string): Promise<Took> {
  const panel = page.locator("dialog[open] [data-pane=panel]");
  await chooseSetting(panel, "Visual", visual);
  const done = page.locator("dialog[open] [data-job][data-state=done]");
  const before = await done.count();
  const cpu = await cpuSecondsOf(browser);
  const began = performance.now();
  await panel.locator("[data-start]:enabled").click();
  await done.nth(before).waitFor({ state: "attached", timeout: 400_000 });
  const clock = (performance.now() - began) / 1000;
  return { clock, cpu: (await cpuSecondsOf(browser)) - cpu };
}

const site = await openShotSite(HOME, path.join(HOME, "dist"));
const browser = await startBrowser();
try {
  const context = await browser.newContext({ baseURL: site.url, locale: "en-US" });
  const token = await site.signedIn("ada.lovelace");
  await context.addInitScript((value) => localStorage.setItem("toolkit_token", value), token);
  const page = await context.newPage();
  await page.goto("/audio-to-video-ai");
  await page.locator('dialog[open] input[type="file"]').first().setInputFiles(file);
  await page.locator("canvas[data-frame]").waitFor({ timeout: 60_000 });
  const peers = ["showwaves", "showspectrum"].map((name) => ({ name, ...withFfmpeg(name) }));
  process.stdout.write(`1920 × 1080 at 30, ${SECONDS} s of sound, ${os.cpus().length} cores\n`);
  for (const { name, clock, cpu } of peers)
    process.stdout.write(`ffmpeg ${name} + x264: ${clock.toFixed(1)} s, CPU ${cpu.toFixed(1)} s\n`);
  for (const visual of VISUALS) {
    const took = await inBrowser(page, visual);
    const ratios = peers.map(
      ({ name, clock, cpu }) =>
        `${(clock / took.clock).toFixed(2)} × as fast as ${name} (CPU ${(cpu / took.cpu).toFixed(2)})`,
    );
    process.stdout.write(
      `${visual}: ${took.clock.toFixed(1)} s, CPU ${took.cpu.toFixed(1)} s, ` +
        `${(SECONDS / took.clock).toFixed(2)} × real time, ${ratios.join(", ")}\n`,
    );
  }
} finally {
  await browser.close();
  await site.close();
  fs.rmSync(folder, { recursive: true });
}
