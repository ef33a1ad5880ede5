// Takes a long file through tools of the built site in Chromium, and watches. See README.md beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { startProfile } from "../page/browser.ts";
import { markdownOf } from "../page/table.ts";
import { type Kind, makeLongFile } from "./material.ts";
import { watchMemory } from "./processes.ts";
import { watchTasks } from "./tasks.ts";
import { startSite } from "./site.ts";

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1]!;
};
const minutes = Number(option("minutes", "120"));
const kind = option("kind", "mp3") as Kind;
const tools = option("tools", "trim,volume,silence,denoise").split(",");
/** ms after which a run counts as one that hangs. */
const PATIENCE = 3_600_000;
/** Phases of a run whose memory is reported. */
const PARTS = 20;

interface Tool {
  readonly path: string;
  /** Chooses what the tool is to do. */
  readonly prepare: (page: Page) => Promise<void>;
}

const field = async (page: Page, name: string, value: string): Promise<void> => {
  const box = page.getByRole("textbox", { name, exact: true });
  await box.fill(value);
  await box.press("Enter");
};
const TOOLS: Readonly<Record<string, Tool>> = {
  trim: {
    path: "/audio-trimmer",
    async prepare(page) {
      await field(page, "Start", "0:10");
    },
  },
  volume: {
    path: "/volume-changer",
    async prepare(page) {
      await field(page, "Gain (dB)", "-3");
    },
  },
  silence: { path: "/silence-remover", prepare: async () => {} },
  denoise: { path: "/background-audio-remover", prepare: async () => {} },
};

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const mega = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
/** With its sign: what it has grown by. */
const grown = (bytes: number): string => `${bytes < 0 ? "−" : "+"}${mega(Math.abs(bytes))}`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Sizes in bytes, times in ms. */
interface Measured {
  readonly tool: string;
  /** Growth of memory when the file was there, … */
  readonly added: number;
  /** … and at most. */
  readonly most: number;
  /** By how much it was more in the last quarter of the run than in the second. */
  readonly growth: number;
  readonly took: number;
  readonly longest: number;
  readonly many: number;
  /** Null if the run ended before it could be canceled. */
  readonly canceledMs: number | null;
}

const rowOf = (one: Measured): string[] => [
  one.tool,
  grown(one.added),
  grown(one.most),
  grown(one.growth),
  `${((minutes * 60_000) / one.took).toFixed(1)} × real time`,
  `${Math.round(one.longest)} ms`,
  `${one.many}`,
  one.canceledMs === null ? "" : `${Math.round(one.canceledMs)} ms`,
];

async function measure(name: string, file: string): Promise<Measured> {
  const tool = TOOLS[name]!;
  const profile = path.join(folder, `profile-${name}`);
  const context = await startProfile(profile, { baseURL: site.url, locale: "en-US" });
  try {
    const page = await context.newPage();
    page.on("console", (message) => {
      if (["warning", "error"].includes(message.type())) say(`${name}: ${message.text()}`);
    });
    const devtools = await context.browser()!.newBrowserCDPSession();
    const memory = watchMemory(devtools);
    const tasks = watchTasks(devtools);
    await page.addInitScript((token) => localStorage.setItem("toolkit_token", token), site.token);
    await page.goto(tool.path);
    const panel = page.locator("dialog[open] [data-pane=panel]");
    await panel.waitFor();
    const before = await memory.atRest();
    memory.start();
    await tasks.start();
    await page.locator('dialog[open] input[type="file"]').first().setInputFiles(file);
    const submit = panel.locator("[data-start]:enabled");
    await submit.waitFor({ timeout: PATIENCE });
    await tool.prepare(page);
    // The file is kept and drawn meanwhile; what the run needs is watched alone.
    await page.locator("dialog[open] canvas").first().waitFor({ timeout: PATIENCE });
    const added = memory.max();
    say(`${name}: kept and drawn, ${grown(added - before)}`);
    const canceledMs = await cancelOnce(page);
    say(`${name}: cancelled in ${canceledMs?.toFixed(0)} ms, ${grown(memory.max() - before)}`);
    const first = memory.looks();
    const began = performance.now();
    await submit.click();
    await ended(page);
    const took = performance.now() - began;
    memory.stop();
    const maxMemory = memory.max();
    const growth = memory.growth(first);
    const { longest, many } = await tasks.stop();
    say(`${name}: ${grown(maxMemory - before)}, ${seconds(took)}`);
    const course = memory.course(first, PARTS).map((mean) => grown(mean - before));
    say(`${name}: in ${course.length} parts of the run ${course.join(", ")}`);
    return {
      tool: name,
      added: added - before,
      most: maxMemory - before,
      growth,
      took,
      longest,
      many,
      canceledMs,
    };
  } finally {
    await context.close();
    fs.rmSync(profile, { recursive: true, force: true });
  }
}

const cancelButton = (page: Page) =>
  page.locator("dialog[open] [data-pane=panel]").getByRole("button", { name: "Cancel" });

/** Starts a run and cancels it after two seconds. @returns ms until the page says so; null where it was over */
async function cancelOnce(page: Page): Promise<number | null> {
  await page.locator("dialog[open] [data-pane=panel] [data-start]:enabled").click();
  await cancelButton(page).waitFor({ timeout: PATIENCE });
  await new Promise((resolve) => void setTimeout(resolve, 2000));
  if (!(await cancelButton(page).isVisible())) return null;
  return cancelButton(page).evaluate(
    (button) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        (button as HTMLElement).click();
        const look = (): void =>
          button.isConnected
            ? void requestAnimationFrame(look)
            : resolve(performance.now() - start);
        look();
      }),
  );
}

/** Resolves when the run has ended, and well. */
async function ended(page: Page): Promise<void> {
  await cancelButton(page).waitFor();
  await cancelButton(page).waitFor({ state: "hidden", timeout: PATIENCE });
  const failed = page.locator("dialog[open] [data-pane=panel] [role=alert]");
  if ((await failed.count()) > 0) throw new Error(await failed.first().innerText());
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-long-file-"));
const storeFolder = option("shelf", folder);
fs.mkdirSync(storeFolder, { recursive: true });
const site = await startSite(folder);
const found: Measured[] = [];
try {
  say(`Making ${minutes} min of ${kind} …`);
  const file = makeLongFile(storeFolder, kind, minutes);
  say(`${mega(fs.statSync(file).size)}`);
  for (const tool of tools) found.push(await measure(tool, file));
} finally {
  await site.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
const head = [
  "tool",
  "memory when added",
  "memory at most",
  "last quarter",
  "speed",
  "longest task",
  "tasks > 50 ms",
  "cancelled in",
];
process.stdout.write(
  process.argv.includes("--json")
    ? `${JSON.stringify(found)}\n`
    : `${markdownOf([head, ...found.map(rowOf)])}\n`,
);
