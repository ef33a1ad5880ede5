import type { Browser } from "playwright";
import { CONDITIONS } from "./browser.ts";
import { markdownOf, medianOf } from "./table.ts";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread, where the system tells it. */
  readonly tdur?: number;
  readonly args?: {
    readonly name?: string;
    readonly data?: { readonly documentLoaderURL?: string };
  };
}

/** What the main thread did after the first paint, in milliseconds of processor time × 4. */
export interface Tasks {
  readonly blocking: number;
  readonly longest: number;
  /** Evaluation of the script that took longest. */
  readonly evaluation: number;
}

/** Milliseconds that a page is watched after it was loaded. */
const WATCHED = 4000;
const LONG = 50;

/** What a trace has to tell of for `readTasks`. */
export const TRACED = ["toplevel", "devtools.timeline", "blink.user_timing", "loading"];

/**
 * @param trace JSON as Chromium writes it: events in microseconds @param url of the document
 * @param from name of what comes before the tasks that count: a paint, or a mark of the page
 */
export function readTasks(
  trace: Buffer,
  url: string,
  from = "firstContentfulPaint",
): Tasks | undefined {
  const { traceEvents: events } = JSON.parse(String(trace)) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const start = events
    .filter(({ name, args }) => name === "navigationStart" && args?.data?.documentLoaderURL === url)
    .at(-1);
  if (!start) return undefined;
  const ofPage = events.filter(({ pid }) => pid === start.pid);
  const threads = ofPage.filter(
    ({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain",
  );
  const first = ofPage.find(({ name }) => name === from);
  if (!first) return undefined;
  const after = ofPage.filter(
    ({ ph, tid, ts }) => ph === "X" && ts > first.ts && threads.some((main) => main.tid === tid),
  );
  const time = ({ tdur, dur }: TraceEvent): number => ((tdur ?? dur ?? 0) / 1000) * CONDITIONS.cpu;
  const times = after.filter(({ name }) => /^(?:ThreadControllerImpl::)?RunTask$/.test(name));
  const evaluations = after.filter(({ name }) => name === "v8.evaluateModule");
  return {
    blocking: times.reduce((sum, task) => sum + Math.max(0, time(task) - LONG), 0),
    longest: Math.max(0, ...times.map(time)),
    evaluation: Math.max(0, ...evaluations.map(time)),
  };
}

/**
 * Measures how long tasks of pages block after the first paint, by processor time: other programs
 * lengthen a task, but hardly its work.
 * @param routes paths below `url`
 * @returns Markdown: a row a page
 */
export async function measureTasks(
  browser: Browser,
  input: { url: string; routes: readonly string[]; rounds: number },
  signal: AbortSignal,
): Promise<string> {
  const rows = [["page", "blocking ms", "longest task ms", "longest evaluation ms", "visits"]];
  for (const route of input.routes) {
    const seen: Tasks[] = [];
    for (let round = 0; round < input.rounds; round++) {
      signal.throwIfAborted();
      const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
      try {
        const page = await context.newPage();
        await browser.startTracing(page, { categories: TRACED });
        await page.goto(input.url + route);
        await page.waitForTimeout(WATCHED);
        const tasks = readTasks(await browser.stopTracing(), input.url + route);
        if (tasks) seen.push(tasks);
      } finally {
        await context.close();
      }
    }
    const of = (key: keyof Tasks): string => medianOf(seen.map((tasks) => tasks[key])).toFixed(0);
    rows.push([route, of("blocking"), of("longest"), of("evaluation"), String(seen.length)]);
  }
  return markdownOf(rows);
}
