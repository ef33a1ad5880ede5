import fs from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
} from "playwright";

const KNOWN = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Chromium: `TOOLKIT_BROWSER`, playwright's own, or the system's. */
export const browserProgram = (): string =>
  process.env["TOOLKIT_BROWSER"] ??
  [chromium.executablePath(), ...KNOWN].find((file) => fs.existsSync(file)) ??
  "chromium";

/** What a browser must not do beside the page, and what it cannot do as root. */
export const BROWSER_FLAGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserProgram(), args: [...BROWSER_FLAGS] });

/**
 * Chromium with a profile on the disk, as visitors have one: what a private window keeps lies in
 * memory, and there is little room.
 */
export const startProfile = (
  folder: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    ...options,
    executablePath: browserProgram(),
    args: [...BROWSER_FLAGS],
  });

/** "Slow 4G" as the browser's own tools emulate it, on a processor four times slower. */
export const CONDITIONS = {
  cpu: 4,
  /** Milliseconds from request to answer. */
  latency: 562.5,
  /** Bytes a second. */
  down: (1.6e6 / 8) * 0.9,
  up: (750e3 / 8) * 0.9,
} as const;

export async function slowDown(session: CDPSession): Promise<void> {
  const { cpu, latency, down, up } = CONDITIONS;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: down,
    uploadThroughput: up,
    connectionType: "cellular4g",
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
}
