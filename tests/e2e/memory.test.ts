import type { CDPSession, Page } from "playwright";
import { expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { stays, warmed, withApplication } from "./application.ts";
import { useBrowser } from "./browser.ts";
import { TOOLS } from "./pages.ts";

useBrowser();

interface Measure {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
}

async function measure(devtools: CDPSession): Promise<Measure> {
  // What the first collection sets free may hold what the next one finds.
  for (let at = 0; at < 3; at++) await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const value = (name: string): number => metrics.find((metric) => metric.name === name)!.value;
  return {
    heap: value("JSHeapUsedSize"),
    nodes: value("Nodes"),
    listeners: value("JSEventListeners"),
    documents: value("Documents"),
  };
}

/** Goes to each address in turn, by client navigation. */
const wander = (page: Page, paths: readonly string[]): Promise<void> =>
  page.evaluate(async (addresses) => {
    for (const address of addresses) {
      document.getElementById("toolkit-announcer")?.replaceChildren();
      const link = document.createElement("a");
      link.href = address;
      document.body.append(link);
      link.click();
      link.remove();
      await new Promise<void>((resolve) => {
        const look = (): void =>
          document.getElementById("toolkit-announcer")?.textContent
            ? resolve()
            : void setTimeout(look, 5);
        look();
      });
    }
  }, paths);

/** Tools, other kinds, and other languages, which have a header of their own. */
const ROUND = [
  "/",
  "/audio-trimmer",
  "/pricing",
  "/de/audio-trimmer",
  "/terms-policy",
  "/ar",
  "/podcast-preview",
  "/ai-voice-generator/maren",
  "/no-such-page",
  "/use-history",
];
const pathsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    // Every other round has a tool that has not been shown before.
    at % 20 === 11 ? `/${TOOLS[(at / 10) | 0]}` : ROUND[at % ROUND.length]!,
  );

it("NAV-9 two hundred pages need no more memory than fifty", inLongRun, async () => {
  await withApplication(
    "/volume-changer?noredirect",
    async (page, pageErrors) => {
      await warmed(page);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Performance.enable");
      // Signs of the browser's own player for films are documents, which it keeps once it has them.
      await wander(page, ["/audio-to-video-ai"]);
      const paths = pathsOf(200);
      await wander(page, paths.slice(0, 50));
      const early = await measure(devtools);
      await wander(page, paths.slice(50));
      const late = await measure(devtools);
      expect(await stays(page)).toBe(true);
      const grown = Object.fromEntries(
        Object.entries(late).map(([name, value]) => [name, value - early[name as keyof Measure]]),
      );
      // Payloads are kept, some 10 kB each, up to forty.
      expect.soft(grown["heap"], JSON.stringify([early, late])).toBeLessThan(1_500_000);
      expect.soft(grown["nodes"], JSON.stringify([early, late])).toBeLessThan(400);
      expect.soft(grown["listeners"], JSON.stringify([early, late])).toBeLessThan(20);
      expect.soft(grown["documents"], JSON.stringify([early, late])).toBeLessThan(3);
      // That one address has no page is the browser's to report.
      expect(pageErrors.splice(0).filter((words) => !words.includes("404"))).toEqual([]);
    },
    { reducedMotion: "reduce" },
  );
});
