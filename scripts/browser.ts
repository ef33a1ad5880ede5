// The browsers of the journeys: where they are, and how one is installed where there is none.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

/** Debian's Chromium without windows: half of the time for the same work. */
const SHELL = "/usr/bin/chromium-headless-shell";
const FULL = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** @param variable names a program; empty: there is to be none */
function program(variable: string, known: readonly string[]): string | undefined {
  const named = process.env[variable];
  return named === undefined ? known.find((file) => existsSync(file)) : named || undefined;
}

/** A full Chromium, which has what the headless shell lacks: models of its own and sound output. */
export const fullBrowser = (): string | undefined =>
  program("TOOLKIT_FULL_BROWSER", [...FULL, chromium.executablePath()]);

/** The Chromium of all other journeys: the fastest, or in the long run the full one. */
export function defaultBrowser(): string | undefined {
  const full = fullBrowser();
  const isLong = process.env["TOOLKIT_LONG"] === "1";
  const known = [SHELL, chromium.executablePath(), ...(full === undefined ? [] : [full])];
  return program("TOOLKIT_BROWSER", isLong ? known.toReversed() : known);
}

export const firefoxBrowser = (): string | undefined => program("TOOLKIT_FIREFOX", FIREFOX);

const run = (command: string, args: readonly string[]): void =>
  void spawnSync(command, args, {
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });

/** Ends the process where there is no Chromium and none can be installed. */
export function ensureBrowser(): void {
  if (defaultBrowser()) return;
  process.stderr.write("No browser found: installing Chromium for the tests …\n");
  run("npx", ["playwright", "install", "--with-deps", "chromium"]);
  if (defaultBrowser()) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "chromium", "fonts-noto-cjk", "fonts-noto-core"]);
    if (defaultBrowser()) return;
  }
  process.stderr.write(
    "Install Chromium or Chrome, or name one in TOOLKIT_BROWSER, and run the tests again.\n",
  );
  process.exit(1);
}
