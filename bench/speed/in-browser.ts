import fs from "node:fs";
import path from "node:path";
import type { Browser } from "playwright";
import { startPreview } from "#cli/preview/serve.ts";
import type { OfflineFiles } from "#core/page/app-data.ts";
import { startBrowser } from "../page/browser.ts";

export interface BrowserRun {
  /** Wall clock */
  readonly seconds: number;
  /** Of all processes of the browser */
  readonly cpuSeconds: number;
}

/** The engine's own worker of the built site, in Chromium. */
export interface BrowserBench {
  /** @param helpers workers that take stretches; 0: one worker does all */
  run(
    file: string,
    task: { readonly effect: string; readonly values: object },
    helpers: number,
  ): Promise<BrowserRun>;
  close(): Promise<void>;
}

/** Address of the engine's worker in a built site. */
export function workerOf(dist: string): string {
  const read = <T>(file: string): T =>
    JSON.parse(fs.readFileSync(path.join(dist, file), "utf8")) as T;
  const { id } = read<{ id: string }>("builds/latest.json");
  const { offline } = read<{ offline: OfflineFiles }>(`builds/meta/${id}.json`);
  return offline.panels["enhance"]!.find((file) => /\/worker-[\w-]+\.js$/.test(file))!;
}

/** Processor time of all processes of a browser so far. */
export async function cpuSecondsOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** @param dist folder of a built site */
export async function startBrowserBench(dist: string): Promise<BrowserBench> {
  const url = workerOf(dist);
  const server = await startPreview({ root: dist, trailingSlash: false, port: 0 });
  const browser = await startBrowser();
  const page = await browser.newPage();
  await page.goto(`${server.url}/`);
  await page.evaluate(() => {
    const input = document.createElement("input");
    input.type = "file";
    input.id = "bench-file";
    document.body.append(input);
  });
  return {
    async run(file, task, helpers) {
      await page.setInputFiles("#bench-file", file);
      const before = await cpuSecondsOf(browser);
      const seconds = await page.evaluate(
        async ({ url, task, helpers }) => {
          const file = document.querySelector<HTMLInputElement>("#bench-file")!.files![0]!;
          const start = performance.now();
          const worker = new Worker(url, { type: "module" });
          const others = Array.from({ length: helpers }, () => {
            const { port1, port2 } = new MessageChannel();
            const helper = new Worker(url, { type: "module" });
            helper.postMessage({ ...task, call: "help", port: port2 }, [port2]);
            return { helper, port1 };
          });
          try {
            await new Promise<void>((resolve, reject) => {
              worker.onerror = ({ message }) => reject(new Error(message));
              worker.onmessage = ({ data }) => {
                if (data.kind === "write") worker.postMessage({ call: "wrote" });
                else if (data.kind === "done") resolve();
                else if (data.kind !== "progress") reject(new Error(JSON.stringify(data)));
              };
              const ports = others.map(({ port1 }) => port1);
              worker.postMessage(
                {
                  ...task,
                  call: "run",
                  file,
                  output: "wav16",
                  ...(helpers > 0 && { helpers: ports }),
                },
                helpers > 0 ? ports : [],
              );
            });
          } finally {
            worker.terminate();
            for (const { helper } of others) helper.terminate();
          }
          return (performance.now() - start) / 1000;
        },
        { url, task, helpers },
      );
      return { seconds, cpuSeconds: (await cpuSecondsOf(browser)) - before };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
