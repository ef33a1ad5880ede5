// Time from an interaction with a tool to the next frame, on a processor four times slower: opening
// the workspace, dropping a file, another tool, a slider, a menu, a dialog, and a start. See README.md
// beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser, CDPSession, Page } from "playwright";
import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";
import { CONDITIONS, startBrowser } from "./browser.ts";
import { openShotSite } from "./shot-site.ts";
import { markdownOf } from "./table.ts";

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const HOME = path.resolve(import.meta.dirname, "../..");
const built = path.resolve(option("dist", path.join(HOME, "dist")));
const rounds = Number(option("rounds", "3"));
const traced = option("trace", "");
/** Limit of a good interaction to next paint, in ms. */
const TARGET = 200;
/** Milliseconds without work after which the page counts as at rest. */
const REST = 2500;
const SCREENS = [
  { name: "desktop", width: 1366, height: 768 },
  { name: "phone", width: 390, height: 844 },
] as const;
const RATE = 16_000;

/** A recording of 20 s: noise whose loudness changes like that of syllables. */
function talk(): Uint8Array {
  let state = 1;
  const samples = Float32Array.from({ length: 20 * RATE }, (_, at) => {
    state = (state * 48_271) % 2_147_483_647;
    return 0.3 * Math.sin((Math.PI * 3 * at) / RATE) ** 2 * (state / 2 ** 30 - 1);
  });
  return wavBytes([samples], { sampleRate: RATE, codec: "pcm-s16" });
}

interface Timed {
  readonly name: string;
  readonly start: number;
  readonly duration: number;
}
declare global {
  interface Window {
    timed: Timed[];
  }
}

/** Collects the durations of events until the next frame. Runs in the page, before its own scripts. */
function collect(): void {
  window.timed = [];
  const take = ({ name, startTime, duration }: PerformanceEntry): void =>
    void window.timed.push({ name, start: startTime, duration });
  // The shortest durations that browsers report; the types of TypeScript do not have the limit.
  const events = { type: "event", durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(events);
}

const workspace = (page: Page) => page.locator("dialog[open]:has([data-pane=panel])");

/** Drops a file as the system's file manager does. */
async function drop(page: Page, session: CDPSession, file: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const [x, y] = [width / 2, height / 2];
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x, y, data });
}

async function drag(page: Page, selector: string): Promise<void> {
  const box = (await page.locator(selector).first().boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.9, y);
  await page.mouse.down();
  for (let step = 0; step < 12; step++)
    await page.mouse.move(box.x + box.width * (0.9 - step * 0.05), y);
  await page.mouse.up();
}

type Act = (page: Page, session: CDPSession, file: string) => Promise<void>;
const dropOn =
  (zone: string): Act =>
  async (page, session, file) => {
    await page.locator(zone).first().waitFor();
    await drop(page, session, file);
    await workspace(page).locator("[data-start]:enabled").first().waitFor();
  };

/** Visits with their interactions; after each interaction the page comes to rest. */
const VISITS: readonly {
  readonly tool: string;
  readonly isSignedIn: boolean;
  readonly acts: readonly (readonly [name: string, act: Act])[];
}[] = [
  {
    tool: "ai-text-to-speech",
    isSignedIn: false,
    acts: [
      ["open the workspace", (page) => page.locator("main [data-open=workspace]").first().click()],
    ],
  },
  {
    tool: "background-audio-remover",
    isSignedIn: false,
    acts: [
      ["drop a file on the page", dropOn("main [data-zone]")],
      [
        "slider",
        (page) => drag(page, "dialog[open] [data-pane=panel] input[type=range]:visible >> nth=-1"),
      ],
      [
        "menu",
        async (page) => {
          await workspace(page)
            .getByRole("button", { name: "Appearance and language" })
            .first()
            .click();
          await page.keyboard.press("Escape");
        },
      ],
      [
        "dialog",
        async (page) => {
          await page.keyboard.press("?");
          await page.keyboard.press("Escape");
        },
      ],
      [
        "another tool",
        (page) => workspace(page).getByRole("link", { name: "Reverb remover" }).first().click(),
      ],
    ],
  },
  {
    tool: "background-audio-remover",
    isSignedIn: true,
    acts: [
      ["drop a file, signed in", dropOn("[data-zone]")],
      [
        "start",
        async (page) => {
          await workspace(page).locator("[data-start]:enabled").first().click();
          await workspace(page).locator("[data-outcome]").waitFor({ timeout: 120_000 });
        },
      ],
      ["side of the comparison", (page) => page.keyboard.press("a")],
    ],
  },
];

/** Durations of all events of each interaction, in ms, in one visit. */
async function visit(
  browser: Browser,
  input: {
    readonly url: string;
    readonly token: string;
    readonly file: string;
    readonly screen: (typeof SCREENS)[number];
    readonly visit: (typeof VISITS)[number];
  },
): Promise<Map<string, Timed[]>> {
  const { url, token, file, screen } = input;
  const { tool, isSignedIn, acts } = input.visit;
  const { width, height } = screen;
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-US" });
  const found = new Map<string, Timed[]>();
  try {
    if (isSignedIn)
      await context.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
    const page = await context.newPage();
    await page.addInitScript(collect);
    const session = await context.newCDPSession(page);
    await page.goto(`${url}/${tool}`);
    await page.waitForTimeout(REST);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CONDITIONS.cpu });
    if (traced !== "") await browser.startTracing(page, { categories: TRACED });
    for (const [name, act] of acts) {
      const from = await page.evaluate(() => performance.now());
      await act(page, session, file);
      await page.waitForTimeout(REST);
      const events = await page.evaluate(
        (start) => window.timed.filter((event) => event.start >= start),
        from,
      );
      found.set(name, events);
    }
    if (traced !== "")
      fs.writeFileSync(
        `${traced}-${tool}-${isSignedIn}-${screen.name}.json`,
        await browser.stopTracing(),
      );
  } finally {
    await context.close();
  }
  return found;
}
const TRACED = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-v8.cpu_profiler",
  "v8",
];

/** The value that a share of all values does not exceed. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;

const work = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-inp-"));
const file = path.join(work, "talk.wav");
fs.writeFileSync(file, talk());
const site = await openShotSite(HOME, built);
const browser = await startBrowser();
try {
  const head = ["interaction", "screen", "events", "p98 ms", "worst ms", "worst event", ""];
  const rows = [head];
  const token = await site.signedIn("ada");
  for (const screen of SCREENS) {
    const all = new Map<string, Timed[]>();
    // The first visits fill the caches of the server, and are not counted.
    for (let round = 0; round <= rounds; round++)
      for (const one of VISITS) {
        const found = await visit(browser, { url: site.url, token, file, screen, visit: one });
        if (round === 0) continue;
        for (const [name, events] of found) all.set(name, [...(all.get(name) ?? []), ...events]);
      }
    for (const [name, events] of all) {
      const durations = events.map(({ duration }) => duration);
      const worst = events.find(({ duration }) => duration === Math.max(...durations));
      const p98 = quantile(durations, 0.98);
      rows.push([
        name,
        screen.name,
        String(events.length),
        p98.toFixed(0),
        (worst?.duration ?? 0).toFixed(0),
        worst?.name ?? "below 16 ms",
        p98 > TARGET ? `over ${TARGET}` : "",
      ]);
    }
  }
  process.stdout.write(`${markdownOf(rows)}\n`);
} finally {
  await browser.close();
  await site.close();
  fs.rmSync(work, { recursive: true, force: true });
}
