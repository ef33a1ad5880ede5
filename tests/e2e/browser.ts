import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium,
  firefox,
} from "playwright";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { firefoxBrowser, fullBrowser, defaultBrowser } from "#scripts/browser.ts";
import { SLOWNESS } from "../slowness.ts";

/** Headless shells: a page that asks them for a translator or a recognizer ends its tab. */
const shells = new WeakSet<Browser>();

async function launch(program: string | undefined, more: readonly string[] = []): Promise<Browser> {
  const launched = await chromium.launch({
    executablePath: program ?? "chromium",
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-quic",
      ...more,
    ],
  });
  if (/headless[-_]shell/.test(program ?? "")) shells.add(launched);
  return launched;
}

let browser: Browser;
/** Browsers that files of a worker share, by their names; they end with the worker. */
const shared = new Map<string, Browser>();

async function share(name: string, start: () => Promise<Browser>): Promise<void> {
  const running = shared.get(name);
  browser = running?.isConnected() ? running : await start();
  shared.set(name, browser);
}

/** Has a browser for the tests of a file. @param more switches, for one of its own */
export function useBrowser(more: readonly string[] = []): void {
  if (more.length === 0) {
    beforeAll(() => share("usual", () => launch(defaultBrowser())));
    return;
  }
  beforeAll(async () => void (browser = await launch(defaultBrowser(), more)));
  afterAll(() => browser.close());
}

/**
 * Has a full Chromium for the tests of a file, where there is one: for what depends on models of the
 * browser's own, on its sound output or on how it measures text.
 */
export const useFullBrowser = (): void =>
  beforeAll(() => share("full", () => launch(fullBrowser() ?? defaultBrowser())));

/**
 * Has Firefox for the tests of a suite.
 * @returns what reads a file that it has saved, by its name, and removes it; playwright knows nothing of
 * downloads that begin without a navigation
 */
export function useFirefox(): (name: string) => Promise<Buffer> {
  let downloadsPath = "";
  beforeAll(async () => {
    downloadsPath = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-firefox-"));
    const executablePath = firefoxBrowser()!;
    browser = await firefox.launch({ channel: "moz-firefox", executablePath, downloadsPath });
  });
  afterAll(async () => {
    await browser.close();
    fs.rmSync(downloadsPath, { recursive: true, force: true });
  });
  return async (name) => {
    await expect.poll(() => fs.readdirSync(downloadsPath)).toContain(name);
    // What is not complete yet has a second file.
    const isComplete = () => !fs.readdirSync(downloadsPath).some((file) => file.endsWith(".part"));
    await expect.poll(isComplete).toBe(true);
    const file = path.join(downloadsPath, name);
    const bytes = fs.readFileSync(file);
    fs.rmSync(file);
    return bytes;
  };
}

/** Milliseconds for which something is waited for: the machine may have other things to do. */
const PATIENCE = 60_000 * SLOWNESS;

/** A window in which the workspace shows files and queue beside the panel. */
const DESKTOP = { width: 1440, height: 900 };

/** A context with nothing stored from before. */
async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: inject("url"),
    locale: "en-US",
    viewport: DESKTOP,
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  // Two jobs fill the standard buffer of 250 entries, and what is loaded after them is not recorded.
  await context.addInitScript(() => performance.setResourceTimingBufferSize(10_000));
  if (shells.has(browser))
    await context.addInitScript(() => {
      for (const name of ["Translator", "SpeechRecognition"]) Reflect.deleteProperty(self, name);
    });
  // What a test answers itself must not pass a service worker, unless the test is about that.
  if (options.serviceWorkers !== "allow")
    await context.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
    });
  return context;
}

/**
 * One tab for all tests of a file, for tests that load a document each, look at it and leave nothing
 * behind: a process for each of them takes as long as they do.
 */
export function useTab(options: BrowserContextOptions = {}): () => Promise<Page> {
  let page: Page | undefined;
  afterAll(() => page?.context().close());
  return async () =>
    (page = page?.isClosed() === false ? page : await (await openContext(options)).newPage());
}

/** Works on a page of its own, with nothing stored from before. */
export async function withPage<T>(
  options: BrowserContextOptions,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await openContext(options);
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/**
 * Warnings that Chromium writes about itself when a page asks whether it has a language model: a full one
 * whose model cannot run, and the headless shell, which has none.
 */
const CHROMIUM_WARNINGS: ReadonlySet<string> = new Set([
  "Unable to create a text session because the service is not running.",
  "The requested language options are not supported.",
]);

/** What the page reports as wrong: messages of the console, uncaught errors, refused requests. */
export function watch(page: Page): string[] {
  const pageErrors: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "warning" && CHROMIUM_WARNINGS.has(text)) return;
    if (message.type() === "error" || message.type() === "warning") pageErrors.push(text);
  });
  page.on("pageerror", (error) => pageErrors.push(String(error)));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A navigation cancels the request for the icon, which only a browser with windows makes.
    if (reason === "net::ERR_ABORTED" && request.url().endsWith("/favicon.svg")) return;
    pageErrors.push(`${request.url()} ${reason}`);
  });
  return pageErrors;
}
