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

/** ms between two looks. */
const EVERY = 500;
/** Looks in a row that differ by less than so many bytes: the page rests. At most so many are taken. */
const RESTS = { looks: 6, within: 2e6, most: 120 };

/** Watches memory until it is stopped. @param devtools session of the browser */
export function watchMemory(devtools: CDPSession) {
  let samples: number[] = [];
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
    start(): void {
      samples = [];
      look();
    },
    /** Memory of a page that rests, in bytes. */
    async atRest(): Promise<number> {
      const last: number[] = [];
      for (let count = 0; count < RESTS.most; count++) {
        last.push(await rendererMemory(devtools));
        const recent = last.slice(-RESTS.looks);
        const spread = Math.max(...recent) - Math.min(...recent);
        if (recent.length === RESTS.looks && spread < RESTS.within) break;
        await new Promise((resolve) => void setTimeout(resolve, EVERY));
      }
      return last.at(-1)!;
    },
    /** Most since the start, in bytes. */
    max: () => Math.max(0, ...samples),
    /** Looks since the start. */
    looks: () => samples.length,
    /**
     * By how much the mean of the last quarter of the looks lies above that of the second, in bytes.
     * @param first look from which on they count
     */
    growth(first: number): number {
      const counted = samples.slice(first);
      const quarter = Math.floor(counted.length / 4);
      if (quarter === 0) return 0;
      return meanOf(counted.slice(-quarter)) - meanOf(counted.slice(quarter, 2 * quarter));
    },
    /**
     * Means of equal parts of the looks, in bytes: how memory went.
     * @param first look from which on they count
     */
    course(first: number, parts: number): readonly number[] {
      const counted = samples.slice(first);
      const part = Math.max(1, Math.floor(counted.length / parts));
      return Array.from({ length: Math.min(parts, Math.floor(counted.length / part)) }, (_, at) =>
        meanOf(counted.slice(at * part, (at + 1) * part)),
      );
    },
    stop(): void {
      if (timer) clearTimeout(timer);
    },
  };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
