import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { downloadPart } from "#cli/models/pull-file.ts";
import { startSite } from "../long-file/site.ts";
import { startBrowser } from "../page/browser.ts";
import { type Recording, readRecordings, writeRecordings } from "./recordings.ts";

const SAMPLES = path.resolve(import.meta.dirname, "../../runtime/public/samples");
/** ms after which a job that has not ended is given up. */
const LONGEST = 300_000;

interface Case {
  readonly name: string;
  readonly route: string;
  /** A sample that is repeated to a length in seconds; missing where the job begins with a text. */
  readonly sound?: readonly [sample: string, seconds: number, ending: string];
  readonly uncertain?: string;
  /** What is done on the panel before its start button is pressed. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const TEXT =
  "The night train had left the harbor before anyone noticed that its lamps were out. " +
  "Two of its coaches are more than forty years old, and the third was built last spring. " +
  "A ticket costs eleven crowns, which is what it cost when the line was opened. ";

const fillText =
  (text: string) =>
  async (page: Page): Promise<void> =>
    page.locator("dialog[open] [data-pane=panel] textarea").first().fill(text);

const CASES: readonly Case[] = [
  {
    name: "denoise-short",
    route: "/background-audio-remover",
    sound: ["denoise-before", 120, "wav"],
  },
  {
    name: "denoise-long",
    route: "/background-audio-remover",
    sound: ["denoise-before", 600, "mp3"],
  },
  { name: "master-wav", route: "/ai-audio-enhancer", sound: ["enhance-before", 480, "wav"] },
  { name: "master-mp3", route: "/ai-audio-enhancer", sound: ["enhance-before", 900, "mp3"] },
  { name: "split", route: "/ai-stem-splitter", sound: ["song-before", 480, "wav"] },
  { name: "vocals", route: "/remove-vocals-from-song", sound: ["song-before", 600, "mp3"] },
  { name: "echo", route: "/remove-echo-from-audio", sound: ["echo-before", 1200, "mp3"] },
  {
    name: "clicks",
    route: "/mouth-sounds-remover",
    uncertain: "Analyzing",
    sound: ["clicks-before", 240, "wav"],
  },
  { name: "voice", route: "/voice-changer", sound: ["voice-before", 600, "mp3"] },
  { name: "reverb", route: "/reverb-remover", sound: ["reverb-before", 1500, "flac"] },
  {
    name: "transcript",
    route: "/ai-audio-to-text",
    sound: ["speech-before", 600, "mp3"],
    prepare: fillText(TEXT.repeat(25)),
  },
  { name: "cover", route: "/ai-cover-generator", sound: ["song-before", 240, "mp3"] },
  { name: "film", route: "/audio-to-video-ai", sound: ["speech-before", 40, "mp3"] },
  { name: "speech", route: "/ai-text-to-speech", prepare: fillText(TEXT.repeat(160)) },
  {
    name: "podcast",
    route: "/ai-podcast-maker",
    async prepare(page) {
      await fillText(TEXT.repeat(40))(page);
      const panel = page.locator("dialog[open] [data-pane=panel]");
      await panel.locator("button[data-primary]:not([data-start])").first().click();
    },
  },
];

/** Runs in the page: notes each change of a job's progress as it is shown, and when the job has ended. */
function watchJob(): void {
  const seen: [number, number | null, string][] = [];
  const start = performance.now();
  const state = { seen, ended: null as string | null };
  Object.assign(window, { recorded: state });
  const timer = setInterval(() => {
    const card = document.querySelector("dialog[open] [data-job]");
    if (!card) return;
    const at = Math.round(performance.now() - start);
    const arc = card.querySelector("[role=progressbar]:not([data-unknown]) [stroke-dasharray]");
    const done = arc ? Number.parseFloat(arc.getAttribute("stroke-dasharray")!) / 100 : null;
    const text = card.querySelector("h3 ~ p ~ p")?.textContent ?? "";
    const last = seen.at(-1);
    if (!last || last[1] !== done || last[2] !== text) seen.push([at, done, text]);
    const now = card.getAttribute("data-state");
    if (!["running", "reserving", "queued"].includes(now ?? "")) {
      state.ended = now;
      clearInterval(timer);
    }
  }, 100);
}

async function record(
  { name, route, sound, uncertain, prepare }: Case,
  { url, token, folder }: { url: string; token: string; folder: string },
): Promise<Recording> {
  const browser = await startBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
    const page = await context.newPage();
    await page.goto(`${url}${route}?from=workspace`);
    if (sound) {
      const [sample, seconds, ending] = sound;
      const file = path.join(folder, `${name}.${ending}`);
      spawnSync("ffmpeg", [
        "-v",
        "error",
        "-y",
        "-stream_loop",
        "-1",
        "-i",
        path.join(SAMPLES, `${sample}.mp3`),
        "-ac",
        "2",
        "-ar",
        "44100",
        "-t",
        String(seconds),
        file,
      ]);
      await page.locator('dialog[open] input[type="file"]').first().setInputFiles(file);
    }
    await prepare?.(page);
    const start = page.locator("dialog[open] [data-pane=panel] [data-start]:enabled");
    await start.last().waitFor({ timeout: LONGEST });
    await page.waitForTimeout(3000);
    await page.evaluate(watchJob);
    await start.last().click();
    await page.waitForFunction(
      () => (window as unknown as { recorded: { ended: string | null } }).recorded.ended !== null,
      null,
      { timeout: LONGEST },
    );
    const { seen, ended } = await page.evaluate(
      () =>
        (
          window as unknown as {
            recorded: { seen: [number, number | null, string][]; ended: string };
          }
        ).recorded,
    );
    if (ended !== "done") throw new Error(`${name} ended as ${ended}`);
    const since = seen[0]![0];
    const stages = uncertain === undefined ? {} : { uncertain };
    return {
      name,
      ...stages,
      moments: seen.map(([at, done, text]) => [at - since, done, text] as const),
    };
  } finally {
    await browser.close();
  }
}

/** ms between two portions that the server of a download sends, and their bytes at most. */
const PORTION = { every: 50, bytes: 64 * 1024 } as const;

/** Brings a model's file from a server whose line starts slowly, varies, and once stands still. */
async function recordDownload(folder: string): Promise<Recording> {
  const bytes = 20 * 1024 * 1024;
  const server = http.createServer((_, response) => {
    response.writeHead(200, { "content-length": bytes });
    let sent = 0;
    let turn = 0;
    const timer = setInterval(() => {
      turn++;
      if (turn > 160 && turn < 240) return;
      const speed = Math.min(1, turn / 40) * (0.75 + 0.25 * Math.sin(turn / 9));
      const count = Math.min(bytes - sent, Math.round(PORTION.bytes * speed));
      sent += count;
      response.write(Buffer.alloc(count));
      if (sent < bytes) return;
      clearInterval(timer);
      response.end();
    }, PORTION.every);
  });
  await once(server.listen(0), "listening");
  const { port } = server.address() as AddressInfo;
  const start = performance.now();
  const moments: [number, number, string][] = [];
  const at = (): number => Math.round(performance.now() - start);
  await downloadPart(path.join(folder, "model.part"), {
    url: `http://127.0.0.1:${port}/`,
    bytes,
    signal: AbortSignal.timeout(LONGEST),
    fetch,
    onProgress(share) {
      if (at() - (moments.at(-1)?.[0] ?? -250) >= 250) moments.push([at(), share, "Downloading"]);
    },
  });
  server.close();
  return { name: "download", moments: [...moments, [at(), 1, "Finishing"]] };
}

const selected = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-progress-"));
const site = await startSite(folder);
try {
  const recordings = new Map(readRecordings().map((one) => [one.name, one]));
  if (selected.length === 0 || selected.includes("download")) {
    recordings.set("download", await recordDownload(folder));
    writeRecordings([...recordings.values()]);
  }
  for (const one of CASES) {
    if (selected.length > 0 && !selected.includes(one.name)) continue;
    try {
      const made = await record(one, { ...site, folder });
      recordings.set(one.name, made);
      writeRecordings([...recordings.values()]);
      process.stdout.write(`${one.name}: ${(made.moments.at(-1)![0] / 1000).toFixed(1)} s\n`);
    } catch (error) {
      process.stdout.write(`${one.name}: ${String(error).split("\n")[0]}\n`);
    }
  }
} finally {
  await site.close();
  fs.rmSync(folder, { recursive: true });
}
