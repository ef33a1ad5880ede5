// Judges the workspace of each tool, in each language: whether the main action is in the window
// before, during and after a run, no text is cut, there is one drop zone at most, and nothing moves
// while the panel opens. See README.md beside this file.
import fs from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { startBrowser } from "./browser.ts";
import { cutTexts } from "./cut-texts.ts";
import { DIALOG, observe } from "./observe.ts";
import { song } from "./shot-screens.ts";
import { openShotSite } from "./shot-site.ts";
import { TOOLS } from "./tool-paths.ts";

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const HOME = path.resolve(import.meta.dirname, "../..");
const built = path.resolve(option("dist", path.join(HOME, "dist")));
const all = DEFAULT_LOCALES.map(({ code }) => code).join();
const codes = option("locales", all).split(",");
const tools = option("tools", TOOLS.join()).split(",");
const screens = option("screens", "desktop,phone").split(",");
const shots = option("shots", "");
/** How many times slower the page's processor is while the panel opens. */
const cpu = Number(option("cpu", "1"));
const runs = !process.argv.includes("--no-runs");
/** Tools that are judged at the same time. */
const atOnce = Number(option("at-once", "2"));

/** Windows, in the order of their visits; the panel opens in the first one. */
const SIZES: Readonly<Record<string, readonly { width: number; height: number }[]>> = {
  desktop: [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
    { width: 1280, height: 800 },
    // A notebook at 200 %.
    { width: 683, height: 384 },
  ],
  phone: [{ width: 390, height: 844 }],
};
/** Tools without a start: the editor exports, and a podcast needs a script first. */
const WITHOUT_START = /editor|podcast/;
/** Seconds of sound, so that a run lasts until all sizes were measured. */
const SECONDS = 60;
const SONGS = [song(3, SECONDS), song(4, SECONDS)];
/** Milliseconds after which a panel counts as open. */
const REST = 2500;
/** Milliseconds that a run may take. */
const PATIENCE = 150_000;

const bar = (page: Page) => page.locator("dialog[open] [data-action-bar]");

/** Why the last button of the action bar cannot be reached without scrolling; empty if it can. */
const faultOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.querySelector("[data-action-bar]")!;
    const isShown = (button: Element): boolean => button.checkVisibility();
    const button = [...element.querySelectorAll("button")].findLast(isShown);
    if (!button) return "no main action";
    const box = button.getBoundingClientRect();
    const top = element.getBoundingClientRect().top;
    const below = document.querySelector("dialog[open] nav [data-bar]")?.getBoundingClientRect();
    const floor = below && below.top > top ? below.top : innerHeight;
    const isInside =
      box.top >= 0 && box.left >= 0 && box.right <= innerWidth + 0.5 && box.bottom <= floor + 0.5;
    const edges = [box.left, box.top, box.right, box.bottom].map(Math.round).join();
    return isInside ? "" : `main action at ${edges} of ${innerWidth}×${floor}`;
  });

/** What is wrong in each size of the window, with the moment in front. */
async function judge(page: Page, screen: string, moment: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of SIZES[screen]!) {
    await page.setViewportSize(size);
    // Observers of sizes run before the frame after the next one.
    await page.waitForTimeout(60);
    const note = (text: string) => found.push(`${moment} ${size.width}×${size.height}: ${text}`);
    const fault = await faultOf(page);
    if (fault !== "") note(fault);
    if (size.width === 1280 || size.width === 390)
      for (const cut of await cutTexts(page)) note(`cuts ${cut}`);
    const zones = await page.locator("dialog[open] [data-drop]:visible").count();
    if (zones > 1) note(`${zones} drop zones`);
    if (shots !== "") {
      const where = [page.url().split("/").at(-1)!.split("?")[0], screen, size.width, moment];
      await page.screenshot({ path: path.join(shots, `${where.join("-")}.png`) });
    }
  }
  await page.setViewportSize(SIZES[screen]![0]!);
  return found;
}

/** Starts the tool, and judges it while it runs and afterwards. */
async function judgeRun(page: Page, screen: string): Promise<string[]> {
  const start = bar(page).locator("[data-start]:enabled");
  // A mashup waits for what is found out about its songs.
  await start.first().waitFor({ timeout: PATIENCE });
  const found: string[] = [];
  await start.first().click();
  const progress = bar(page).getByRole("progressbar");
  const save = bar(page).locator("[data-primary]:enabled:not([data-start])");
  await progress.or(save).first().waitFor({ timeout: 30_000 });
  if ((await progress.count()) > 0) found.push(...(await judge(page, screen, "during")));
  await progress.waitFor({ state: "hidden", timeout: PATIENCE });
  await page.waitForTimeout(REST);
  found.push(...(await judge(page, screen, "after")));
  return found;
}

interface Visit {
  readonly url: string;
  readonly tool: string;
  readonly code: string;
  readonly screen: string;
  /** Of the account; missing if the visitor has none. */
  readonly token?: string;
}

/** Has the tool's workspace open with its files. @returns what is wrong */
async function visit(
  browser: Browser,
  { url, tool, code, screen, token }: Visit,
  work: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: url,
    locale: code,
    viewport: SIZES[screen]![0]!,
    ...(screen === "phone" && { hasTouch: true, isMobile: true }),
  });
  context.setDefaultTimeout(60_000);
  try {
    if (token !== undefined)
      await context.addInitScript((own) => localStorage.setItem("toolkit_token", own), token);
    const page = await context.newPage();
    await page.addInitScript(observe, DIALOG);
    await page.goto(`${code === "en" ? "" : `/${code}`}/${tool}?noredirect`);
    await page.waitForLoadState("networkidle");
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await page.evaluate(() => Object.assign(window.observed, { shifts: 0, moved: [] }));
    const picker = page.locator("main [data-zone-file]");
    const files = tool.includes("mashup") ? SONGS : SONGS.slice(0, 1);
    if ((await picker.count()) > 0) await picker.setInputFiles(files);
    else await page.locator("main [data-open=workspace]").first().click();
    const main = WITHOUT_START.test(tool) ? "[data-primary]" : "[data-start]";
    await bar(page).locator(main).first().waitFor();
    await page.waitForTimeout(REST * Math.sqrt(cpu));
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    return await work(page);
  } catch (error) {
    return [`not judged: ${String(error).split("\n")[0]}`];
  } finally {
    await context.close();
  }
}

/** Judges a tool before, during and after a run. */
async function judgeTool(browser: Browser, input: Visit & { token: string }): Promise<string[]> {
  const { token, ...signedOut } = input;
  const { screen } = input;
  const before = await visit(browser, signedOut, async (page) => {
    const { shifts, moved } = await page.evaluate(() => window.observed);
    const moves = shifts > 0 ? [`moved ${shifts.toFixed(4)}: ${[...new Set(moved)].join()}`] : [];
    return [...moves, ...(await judge(page, screen, "before"))];
  });
  if (!runs || WITHOUT_START.test(input.tool)) return before;
  const run = await visit(browser, { ...signedOut, token }, (page) => judgeRun(page, screen));
  return [...before, ...run];
}

if (shots !== "") fs.mkdirSync(shots, { recursive: true });
const site = await openShotSite(HOME, built, { credits: 100_000 });
const browser = await startBrowser();
const waiting = codes.flatMap((code) =>
  tools.flatMap((tool) => screens.map((screen) => ({ code, tool, screen }))),
);
let faults = 0;
async function judgeWaiting(token: string): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const found = await judgeTool(browser, { url: site.url, token, ...next });
    faults += found.length;
    const name = `${next.code} ${next.tool} ${next.screen}`;
    for (const fault of found) process.stdout.write(`${name}: ${fault}\n`);
  }
}
try {
  const token = await site.signedIn("ada");
  await Promise.all(Array.from({ length: atOnce }, () => judgeWaiting(token)));
} finally {
  await browser.close();
  await site.close();
}
process.stdout.write(`${faults} faults in ${codes.length} languages and ${tools.length} tools\n`);
process.exitCode = faults === 0 ? 0 : 1;
