import type { Browser, Page } from "playwright";
import { CONDITIONS } from "./browser.ts";
import { song } from "./shot-screens.ts";
import type { ShotSite } from "./shot-site.ts";
import { markdownOf, medianOf } from "./table.ts";
import { readTasks, TRACED } from "./tasks.ts";

/** Panels that take songs apart, and the songs that each is given. */
const PANELS = [
  { name: "mixer", route: "/ai-stem-splitter", songs: [3] },
  { name: "mashup", route: "/ai-mashup-maker", songs: [3, 4] },
  { name: "karaoke", route: "/karaoke-maker", songs: [3] },
] as const;
type Panel = (typeof PANELS)[number];

const MARK = "working";
/** Time in ms for which a panel is observed after its work, and delay before a cancellation. */
const REST = 3000;
const UNDER_WAY = 2000;

const job = (page: Page, state: string) =>
  page.locator(`dialog[open] [data-job][data-state=${state}]`).first();

/** Adds the songs, and waits until the tool can start and their analysis and preview rest. */
async function prepare(page: Page, { songs }: Panel, seconds: number): Promise<void> {
  const field = page.locator('dialog[open] input[type="file"]').first();
  await field.setInputFiles(songs.map((number) => song(number, seconds)));
  await page.locator("dialog[open] [data-pane=panel] [data-start]:enabled").waitFor();
  await page.waitForTimeout(2 * REST);
}
const start = (page: Page): Promise<void> =>
  page.evaluate((mark) => {
    performance.mark(mark);
    const pane = document.querySelector("dialog[open] [data-pane=panel]")!;
    pane.querySelector<HTMLElement>("[data-start]:enabled")!.click();
  }, MARK);

/**
 * Times in ms from a click until the queue shows the job as canceled, and until its workers have
 * ended.
 */
async function cancel(
  page: Page,
): Promise<{ readonly requestedAt: number; readonly ended: number }> {
  const before = page.workers();
  let ended = 0;
  const closed = before.map((worker) => worker.once("close", () => (ended = Date.now())));
  const { at, requestedAt } = await page.evaluate(
    () =>
      new Promise<{ at: number; requestedAt: number }>((resolve) => {
        const card = document.querySelector("dialog[open] [data-job]")!;
        const button = [...card.querySelectorAll<HTMLElement>("button")].find((one) =>
          (one.getAttribute("aria-label") ?? one.textContent ?? "").startsWith("Cancel"),
        )!;
        const clicked = performance.now();
        const at = Date.now();
        new MutationObserver(() => {
          if (document.querySelector("dialog[open] [data-job][data-state=cancelled]"))
            resolve({ at, requestedAt: performance.now() - clicked });
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
        button.click();
      }),
  );
  await page.waitForTimeout(1000);
  return { requestedAt, ended: closed.length > 0 && ended > 0 ? ended - at : NaN };
}

/**
 * Measures processor time of the main thread while songs are processed, from the start until the
 * result is idle, and the latency of a cancellation.
 * @param input.only comma-separated names of panels; all if empty
 * @returns Markdown: a row per panel; medians, with the worst values in parentheses
 */
export async function measureWorking(
  browser: Browser,
  input: { site: ShotSite; rounds: number; seconds: number; only: string },
  signal: AbortSignal,
): Promise<string> {
  const { site, rounds, seconds, only } = input;
  const rows = [["panel", "longest task ms", "cancel: said ms", "workers ended ms"]];
  for (const panel of PANELS) {
    if (only !== "" && !only.split(",").includes(panel.name)) continue;
    const longest: number[] = [];
    const requestedAt: number[] = [];
    const ended: number[] = [];
    for (let round = 0; round < rounds; round++) {
      signal.throwIfAborted();
      const token = await site.signedIn(`${panel.name}.${round}`);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      try {
        await context.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
        const page = await context.newPage();
        const address = site.url + panel.route;
        await browser.startTracing(page, { categories: TRACED });
        await page.goto(address);
        await prepare(page, panel, seconds);
        await start(page);
        await job(page, "running").waitFor({ state: "attached" });
        await page.waitForTimeout(UNDER_WAY);
        const canceled = await cancel(page);
        requestedAt.push(canceled.requestedAt);
        ended.push(canceled.ended);
        await start(page);
        await job(page, "done").waitFor({ state: "attached", timeout: 240_000 });
        await page.waitForTimeout(REST);
        const tasks = readTasks(await browser.stopTracing(), address, MARK);
        if (tasks) longest.push(tasks.longest / CONDITIONS.cpu);
      } finally {
        await context.close();
      }
    }
    const format = (values: readonly number[]): string =>
      `${medianOf(values).toFixed(0)} (${Math.max(...values).toFixed(0)})`;
    rows.push([panel.name, ...[longest, requestedAt, ended].map(format)]);
  }
  return markdownOf(rows);
}
