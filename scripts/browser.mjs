// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

/** Debian's Chromium without windows: half of the time for the same work. */
const SHELL = "/usr/bin/chromium-headless-shell";
const KNOWN = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const run = (command, args) =>
  spawnSync(command, args, { stdio: ["ignore", 2, 2], shell: process.platform === "win32" })
    .status === 0;

/** @returns {Promise<string>} path of a browser's program */
export async function findBrowser() {
  const own = process.env.TOOLKIT_BROWSER;
  if (own) return own;
  const find = () =>
    [SHELL, chromium.executablePath(), ...KNOWN].find((file) => file && existsSync(file));
  let found = find();
  if (found) return found;
  process.stderr.write("No browser found: installing Chromium for the tests …\n");
  run("npx", ["playwright", "install", "--with-deps", "chromium"]);
  found = find();
  if (!found && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "chromium", "fonts-noto-cjk", "fonts-noto-core"]);
    found = find();
  }
  if (!found) {
    process.stderr.write(
      "Install Chromium or Chrome, or name one in TOOLKIT_BROWSER, and run the tests again.\n",
    );
    process.exit(1);
  }
  return found;
}
