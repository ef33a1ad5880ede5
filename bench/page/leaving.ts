// How long a page is busy as it is left, with a large session in the editor. See README.md beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { BrowserContext, Locator, Page } from "playwright";
import { startSite } from "../long-file/site.ts";
import { startProfile } from "./browser.ts";
import { song } from "./shot-screens.ts";
import { markdownOf } from "./table.ts";

const { values } = parseArgs({
  options: {
    edits: { type: "string", default: "300" },
    files: { type: "string", default: "12" },
  },
});

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

/** Milliseconds after which a draft is written, and for which the next page is watched. */
const REST = 3000;
const WATCHED = 500;
/** Milliseconds for which anything is waited: twelve files are not copied at once on a busy machine. */
const PATIENCE = 120_000;
/** Edits after which the place goes back to the beginning of the sound. */
const WAY = 50;
/** Seconds of each file. */
const SECONDS = 30;

const milliseconds = ({ tdur, dur }: TraceEvent): number => (tdur ?? dur ?? 0) / 1000;

/** Splits and markers, one after the other. @returns the slider of the place */
async function edit(page: Page): Promise<Locator> {
  await page.goto("/ai-audio-editor");
  const dialog = page.locator("dialog[open]");
  await dialog
    .locator('input[type="file"]')
    .first()
    .setInputFiles(
      Array.from({ length: Number(values.files) }, (_, at) => ({
        ...song(3, SECONDS),
        name: `song-${at}.wav`,
      })),
    );
  const position = dialog.getByRole("slider", { name: "Playback position" });
  await position.waitFor();
  await page.waitForTimeout(REST);
  await position.focus();
  for (let at = 0; at < Number(values.edits); at++) {
    if (at % WAY === 0) await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press(at % 2 ? "b" : "k");
  }
  await page.waitForTimeout(REST);
  return position;
}

/** Leaves the page. @returns milliseconds of what listens to `pagehide`, of its task, and of the longest task */
async function leave(context: BrowserContext, page: Page): Promise<readonly number[]> {
  const browser = context.browser()!;
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await page.goto("/robots.txt");
  await page.waitForTimeout(WATCHED);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const hides = traceEvents.filter(
    ({ name, args }) => name === "EventDispatch" && args?.data?.type === "pagehide",
  );
  const hide = hides.sort((a, b) => milliseconds(b) - milliseconds(a))[0];
  if (!hide) throw new Error("The trace tells of no pagehide.");
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) =>
      name === "ThreadControllerImpl::RunTask" && pid === hide.pid && tid === hide.tid,
  );
  const task = tasks.find(({ ts, dur = 0 }) => ts <= hide.ts && hide.ts <= ts + dur);
  if (!task) throw new Error("The trace tells of no task of the pagehide.");
  return [hide, task].map(milliseconds).concat(Math.max(...tasks.map(milliseconds)));
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "leaving-"));
const site = await startSite(folder);
const rows = [["before leaving", "pagehide ms", "its task ms", "longest task ms"]];
try {
  for (const what of ["nothing to save", "an edit not saved"] as const) {
    const context = await startProfile(path.join(folder, what.replaceAll(" ", "-")), {
      baseURL: site.url,
      locale: "en-US",
      viewport: { width: 1440, height: 900 },
    });
    try {
      await context.addInitScript((token) => {
        localStorage.setItem("toolkit_token", token);
      }, site.token);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const position = await edit(page);
      if (what === "an edit not saved") {
        await position.focus();
        await page.keyboard.press("k");
      }
      rows.push([what, ...(await leave(context, page)).map((value) => value.toFixed(1))]);
    } finally {
      await context.close();
    }
  }
} finally {
  await site.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${values.files} files, ${values.edits} edits, processor time\n\n${markdownOf(rows)}`,
);
