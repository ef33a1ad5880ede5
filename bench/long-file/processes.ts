import fs from "node:fs";
import type { CDPSession } from "playwright";

/** Memory that the renderers of a browser hold, in bytes: what they share is counted in parts. */
async function rendererMemory(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => {
      try {
        const text = fs.readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
        return 1024 * Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
      } catch {
        // It has ended meanwhile.
        return 0;
      }
    });
  return sizes.reduce((sum, size) => sum + size, 0);
}

const EVERY = 500;

/** Watches memory until it is stopped. @param devtools session of the browser */
export function watchMemory(devtools: CDPSession) {
  const samples: number[] = [];
  let timer: NodeJS.Timeout | null = null;
  const look = (): void => {
    rendererMemory(devtools).then(
      (size) => {
        samples.push(size);
        timer = setTimeout(look, EVERY);
      },
      // The browser has been closed.
      () => {},
    );
  };
  return {
    /** Memory now. */
    now: () => rendererMemory(devtools),
    start(): void {
      samples.length = 0;
      look();
    },
    /** Most since the start, in bytes. */
    most: () => Math.max(0, ...samples),
    /** The same, for the last time. */
    stop(): number {
      if (timer) clearTimeout(timer);
      return Math.max(0, ...samples);
    },
  };
}
