import fs from "node:fs";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import { chromium } from "playwright";
import { afterAll, beforeAll, inject } from "vitest";

const SHELL = "/usr/bin/chromium-headless-shell";
const KNOWN = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const program = (): string =>
  process.env["TOOLKIT_BROWSER"] ??
  [SHELL, chromium.executablePath(), ...KNOWN].find((file) => fs.existsSync(file)) ??
  "chromium";

const launch = (more: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: program(),
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

let browser: Browser;
/** That of all files of a worker that want no switches of their own; it ends with the worker. */
let shared: Browser | undefined;

/** Has a browser for the tests of a file. @param more switches, for one of its own */
export function useBrowser(more: readonly string[] = []): void {
  const isOwn = more.length > 0;
  beforeAll(async () => {
    if (isOwn) browser = await launch(more);
    else browser = shared = shared?.isConnected() ? shared : await launch([]);
  });
  if (isOwn) afterAll(() => browser.close());
}

/** Milliseconds for which something is waited for: the machine may have other things to do. */
const PATIENCE = 60_000;

/** A context with nothing stored from before. */
async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: inject("url"), locale: "en-US", ...options });
  context.setDefaultTimeout(PATIENCE);
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

/** What the page reports as wrong: messages of the console, uncaught errors, refused requests. */
export function watch(page: Page): string[] {
  const heard: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") heard.push(message.text());
  });
  page.on("pageerror", (error) => heard.push(String(error)));
  page.on("requestfailed", (request) =>
    heard.push(`${request.url()} ${request.failure()?.errorText ?? ""}`),
  );
  return heard;
}
