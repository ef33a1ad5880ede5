// Time from an interaction with a tool to the next frame, on a processor four times slower: opening
// the workspace, another tool, a slider, menus, dialogs, a start, the sides of a comparison. See
// README.md beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser, CDPSession, Locator, Page } from "playwright";
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
/** Another build, whose visits take turns with those of the first one. */
const reference = option("reference", "");
const rounds = Number(option("rounds", "3"));
const traced = option("trace", "");
const onlyScreen = option("screen", "");
const onlyAct = option("act", "");
/** Limit of a good interaction to next paint, in ms. */
const TARGET = 200;
/** Milliseconds without work after which the page counts as at rest. */
const REST = 2000;
/** Milliseconds between two interactions of one act. */
const PAUSE = 700;
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

/** The slowest interaction of an act. */
interface Slowest {
  readonly type: string;
  /** Milliseconds until the next frame, by the browser's event timing. */
  readonly duration: number;
  /** Milliseconds of processor time of the page's thread in them, which other programs do not change. */
  readonly cpu: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly data?: Readonly<Record<string, unknown>> };
}

/** The slowest event that belongs to an interaction; null if there is none. */
function findSlowest(trace: Buffer): Slowest | null {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const found = traceEvents
    .filter(({ name, ph, args: { data } }) => {
      return name === "EventTiming" && ph === "b" && Number(data?.["interactionId"] ?? 0) > 0;
    })
    .map(({ pid, tid, ts, args: { data } }): Slowest => {
      const duration = Number(data!["duration"]);
      const end = ts + duration * 1000;
      const tasks = traceEvents.filter((event) => {
        return event.name === "RunTask" && event.pid === pid && event.tid === tid;
      });
      const cpu = tasks.map((task) => {
        const length = task.dur ?? 0;
        const shared = Math.min(end, task.ts + length) - Math.max(ts, task.ts);
        return shared <= 0 ? 0 : ((task.tdur ?? 0) * shared) / length;
      });
      return {
        type: String(data!["type"]),
        duration,
        cpu: cpu.reduce((sum, value) => sum + value, 0) / 1000,
      };
    });
  return found.toSorted((a, b) => b.cpu - a.cpu)[0] ?? null;
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

/** Clicks as a hand does: `Locator.click` runs checks in the page, within the interaction. */
async function click(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
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

const press =
  (...keys: readonly string[]): Act =>
  async (page) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(PAUSE);
    }
  };

/** Visits with their interactions; after each interaction the page comes to rest. */
const VISITS: readonly {
  readonly tool: string;
  readonly isSignedIn: boolean;
  readonly acts: readonly (readonly [name: string, act: Act, screen?: "phone"])[];
}[] = [
  {
    tool: "ai-text-to-speech",
    isSignedIn: false,
    acts: [
      ["menu of the site", (page) => click(page, page.locator("header summary").first())],
      ["", press("Escape")],
      [
        "open the workspace",
        (page) => click(page, page.locator("main [data-open=workspace]").first()),
      ],
    ],
  },
  {
    tool: "background-audio-remover",
    isSignedIn: false,
    acts: [
      ["", dropOn("main [data-zone]")],
      [
        "slider",
        (page) => drag(page, "dialog[open] [data-pane=panel] input[type=range]:visible >> nth=-1"),
      ],
      [
        "menu",
        async (page) => {
          const name = "Appearance and language";
          await click(page, workspace(page).getByRole("button", { name }).first());
          await page.waitForTimeout(PAUSE);
          await page.keyboard.press("Escape");
        },
      ],
      [
        "more settings",
        (page) => click(page, workspace(page).locator("[data-pane=panel] summary").last()),
      ],
      [
        "choice",
        (page) =>
          click(page, workspace(page).locator("label:has([type=radio]:not(:checked))").first()),
      ],
      ["dialog", press("?", "Escape")],
      [
        "pane",
        async (page) => {
          for (const pane of ["menu", "files", "queue", "queue"]) {
            await click(page, workspace(page).locator(`[data-bar=${pane}]`));
            await page.waitForTimeout(PAUSE);
          }
        },
        "phone",
      ],
      [
        "another tool",
        async (page) => {
          const link = workspace(page).getByRole("link", { name: "Reverb remover" }).first();
          if (!(await link.isVisible())) await workspace(page).locator("[data-bar=menu]").click();
          await click(page, link);
        },
      ],
      [
        "start, signed out",
        (page) => click(page, workspace(page).locator("[data-start]:enabled").first()),
      ],
    ],
  },
  {
    tool: "background-audio-remover",
    isSignedIn: true,
    acts: [
      ["", dropOn("dialog[open] [data-pane=panel]")],
      [
        "start",
        async (page) => {
          await click(page, workspace(page).locator("[data-start]:enabled").first());
          await workspace(page).locator("[data-outcome]").waitFor({ timeout: 120_000 });
        },
      ],
      ["side of the comparison", press("a", "a")],
    ],
  },
];

const isChosen = (act: string): boolean => onlyAct === "" || onlyAct === act;

/** The slowest interaction of each act in one visit. */
async function visit(
  browser: Browser,
  input: {
    readonly url: string;
    readonly token: string;
    readonly file: string;
    readonly screen: (typeof SCREENS)[number];
    readonly visit: (typeof VISITS)[number];
  },
): Promise<Map<string, Slowest>> {
  const { url, token, file, screen } = input;
  const { tool, isSignedIn, acts } = input.visit;
  const { width, height } = screen;
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-US" });
  const found = new Map<string, Slowest>();
  try {
    if (isSignedIn)
      await context.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`${url}/${tool}`);
    await page.waitForTimeout(REST);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CONDITIONS.cpu });
    for (const [name, act, onScreen = screen.name] of acts) {
      if (onScreen !== screen.name || !(name === "" || isChosen(name))) continue;
      await browser.startTracing(page, { categories: TRACED });
      await act(page, session, file);
      await page.waitForTimeout(REST);
      const trace = await browser.stopTracing();
      const slowest = findSlowest(trace);
      if (name === "" || slowest === null) continue;
      found.set(name, slowest);
      if (traced !== "")
        fs.writeFileSync(`${traced}-${name.replaceAll(/\W+/g, "-")}-${screen.name}.json`, trace);
    }
  } finally {
    await context.close();
  }
  return found;
}
const TRACED = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  ...(traced === "" ? [] : ["disabled-by-default-v8.cpu_profiler", "v8"]),
];

/** Half of all values are not above it. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? 0;

const work = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-inp-"));
const file = path.join(work, "talk.wav");
fs.writeFileSync(file, talk());
const builds = reference === "" ? [built] : [built, path.resolve(reference)];
const sites = await Promise.all(builds.map((folder) => openShotSite(HOME, folder)));
const browser = await startBrowser();
try {
  const rows = [["interaction", "screen", "event", "cpu ms", "ms", "reference: cpu ms", "ms", ""]];
  for (const screen of SCREENS.filter(({ name }) => onlyScreen === "" || onlyScreen === name)) {
    const all = new Map<string, Slowest[][]>();
    for (let round = 0; round < rounds; round++)
      for (const one of VISITS.filter(({ acts }) => acts.some(([name]) => isChosen(name))))
        for (const [at, site] of sites.entries()) {
          const token = await site.signedIn("ada");
          const found = await visit(browser, { url: site.url, token, file, screen, visit: one });
          for (const [name, slowest] of found) {
            const bySite = all.get(name) ?? sites.map(() => []);
            bySite[at]!.push(slowest);
            all.set(name, bySite);
          }
        }
    for (const [name, bySite] of all) {
      const figures = bySite.flatMap((some) => [
        median(some.map(({ cpu }) => cpu)),
        median(some.map(({ duration }) => duration)),
      ]);
      rows.push([
        name,
        screen.name,
        bySite[0]?.[0]?.type ?? "",
        ...Array.from({ length: 4 }, (_, at) => figures[at]?.toFixed(0) ?? ""),
        (figures[0] ?? 0) > TARGET ? `over ${TARGET}` : "",
      ]);
    }
  }
  process.stdout.write(`${markdownOf(rows)}\n`);
} finally {
  await browser.close();
  for (const site of sites) await site.close();
  fs.rmSync(work, { recursive: true, force: true });
}
