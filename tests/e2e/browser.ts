import fs from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { chromium } from "playwright";
import { afterAll, beforeAll, inject } from "vitest";

const SHELL = "/usr/bin/chromium-headless-shell";
const KNOWN = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const program = (): string =>
  process.env["TOOLKIT_BROWSER"] ??
  [SHELL, chromium.executablePath(), ...KNOWN].find((file) => fs.existsSync(file)) ??
  "chromium";

let browser: Browser;

/** Starts a browser for the tests of a file, and ends it after them. @param more switches of its own */
export function useBrowser(more: readonly string[] = []): void {
  beforeAll(async () => {
    browser = await chromium.launch({
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
  });
  afterAll(() => browser.close());
}

/** Works on a page of its own, with nothing stored from before. */
export async function withPage<T>(
  options: BrowserContextOptions,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL: inject("url"), locale: "en-US", ...options });
  // What a test answers itself must not pass a service worker, unless the test is about that.
  if (options.serviceWorkers !== "allow")
    await context.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
    });
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
