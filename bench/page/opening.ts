import fs from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright";
import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";
import { CONDITIONS } from "./browser.ts";
import { DIALOG, observe } from "./observe.ts";
import { markdownOf, medianOf } from "./table.ts";
import { type Tasks, readTasks, TRACED } from "./tasks.ts";

/** Ways into the workspace: what is done on a page that rests; nothing where the address asks for it. */
const WAYS = {
  arrive: null,
  file: (page: Page, file: string): Promise<void> =>
    page.locator("[data-zone] input[type=file]").first().setInputFiles(file),
} as const;
type Way = keyof typeof WAYS;

const SCREENS = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
] as const;

/** What starts a tool stands there, whether or not it has a file. */
const READY = "dialog[open] [data-pane=panel] [data-start]";
/** Milliseconds after which a page counts as at rest, and for which the panel is watched. */
const REST = 4000;
const MARK = "opening";

/** Noise that grows, as a WAV file. */
function soundOf(seconds: number, sampleRate: number): Uint8Array {
  const noise = new Float32Array(seconds * sampleRate);
  let state = 1;
  for (let at = 0; at < noise.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    noise[at] = ((state / 2 ** 31) * at) / noise.length;
  }
  return wavBytes([noise], { sampleRate, codec: "pcm-s16" });
}

interface Opening {
  readonly tasks: Tasks | undefined;
  /** Sum of layout shifts, those right after input included. */
  readonly shifts: number;
  readonly moved: readonly string[];
}

async function openOnce(
  browser: Browser,
  url: string,
  input: {
    readonly way: Way;
    readonly screen: (typeof SCREENS)[number];
    readonly file: string;
    /** Where the trace goes, with profiles, which lengthen tasks. */
    readonly trace?: string;
  },
): Promise<Opening> {
  const { way, screen, file, trace } = input;
  const act = WAYS[way];
  const { width, height } = screen;
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-US" });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe, DIALOG);
    const profiled = ["v8", "disabled-by-default-v8.cpu_profiler"];
    await browser.startTracing(page, {
      categories: [...TRACED, ...(trace === undefined ? [] : profiled)],
    });
    const address = act ? url : `${url}?from=workspace`;
    await page.goto(address);
    if (act) {
      await page.waitForTimeout(REST);
      await page.evaluate((name) => void performance.mark(name), MARK);
      await act(page, file);
    }
    await page.locator(READY).first().waitFor({ timeout: 60_000 });
    await page.waitForTimeout(REST);
    const { shifts, moved } = await page.evaluate(() => window.observed);
    const events = await browser.stopTracing();
    if (trace !== undefined) fs.writeFileSync(trace, events);
    const tasks = act ? readTasks(events, address, MARK) : readTasks(events, address);
    return { tasks, shifts, moved };
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    /** Milliseconds from a file's choice to the frame that shows something of it. */
    answered?: number;
  }
}

/** Waits for a file, and for the first frame after the page has changed. Runs in the page. */
function watchAnswer(): void {
  document.addEventListener(
    "change",
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type !== "file") return;
      const start = performance.now();
      let isChanged = false;
      const seen = new MutationObserver(() => {
        seen.disconnect();
        isChanged = true;
      });
      seen.observe(document, { subtree: true, childList: true, attributes: true });
      // Before the page's own, whose work comes after the frame that is waited for.
      const look = (): void => {
        requestAnimationFrame(() => {
          if (!isChanged) return look();
          // The frame has been handed over when the task behind it begins.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => (window.answered = performance.now() - start);
          return port2.postMessage(null);
        });
      };
      look();
    },
    { capture: true },
  );
}

/** How long a slow phone takes to show that a file was chosen, in milliseconds. */
async function answerOnce(
  browser: Browser,
  url: string,
  input: { readonly screen: (typeof SCREENS)[number]; readonly file: string },
): Promise<number> {
  const { width, height } = input.screen;
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-US" });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CONDITIONS.cpu });
    await page.addInitScript(watchAnswer);
    await page.goto(url);
    await page.waitForTimeout(REST);
    await WAYS.file(page, input.file);
    await page.waitForFunction(() => window.answered !== undefined, null, { timeout: 60_000 });
    return await page.evaluate(() => window.answered!);
  } finally {
    await context.close();
  }
}

/**
 * Measures the cost of opening the workspace in processor time of the main thread: other programs
 * lengthen a task, but hardly its processor time.
 * @param input.url URL of a tool's page
 * @param input.work folder for a sound, and for traces if requested
 * The time until a page shows a chosen file is wall-clock time on a throttled processor.
 * @returns Markdown: a row for each way and screen; medians
 */
export async function measureOpening(
  browser: Browser,
  input: { url: string; rounds: number; work: string; withTraces: boolean },
  signal: AbortSignal,
): Promise<string> {
  const { url, rounds, work, withTraces } = input;
  const times = `× ${CONDITIONS.cpu}`;
  const answer = `answer ms ${times}`;
  const head = ["way", "screen", "longest task ms", times, "blocking ms", answer, "shift", "moved"];
  const rows = [head];
  const file = path.join(work, "opening.wav");
  fs.writeFileSync(file, soundOf(20, 16_000));
  // The first fills the caches of the server, and is not counted.
  await openOnce(browser, url, { way: "arrive", screen: SCREENS[0], file });
  for (const way of Object.keys(WAYS) as Way[])
    for (const screen of SCREENS) {
      const seen: Opening[] = [];
      for (let round = 0; round < rounds; round++) {
        signal.throwIfAborted();
        seen.push(await openOnce(browser, url, { way, screen, file }));
      }
      const answers: number[] = [];
      for (let round = 0; way === "file" && round < rounds; round++)
        answers.push(await answerOnce(browser, url, { screen, file }));
      const trace = path.join(work, `opening-${way}-${screen.name}.json`);
      if (withTraces) await openOnce(browser, url, { way, screen, file, trace });
      const format = (values: readonly number[], digits = 0): string =>
        `${medianOf(values).toFixed(digits)} (${Math.max(...values).toFixed(digits)})`;
      const tasks = seen.flatMap((opening) => opening.tasks ?? []);
      const longest = tasks.map((one) => one.longest);
      rows.push([
        way,
        screen.name,
        format(longest.map((ms) => ms / CONDITIONS.cpu)),
        format(longest),
        format(tasks.map((one) => one.blocking)),
        answers.length > 0 ? format(answers) : "",
        format(
          seen.map(({ shifts }) => shifts),
          4,
        ),
        [...new Set(seen.flatMap(({ moved }) => moved))].join("; "),
      ]);
    }
  return markdownOf(rows);
}
