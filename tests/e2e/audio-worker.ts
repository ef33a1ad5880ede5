import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { inject } from "vitest";
import type { RunResult } from "../../runtime/audio/worker/protocol.ts";

/** What the engine's worker made of a file. */
export interface Made {
  /** Key of `errors.json`, `undecodable`, `broken`, or `hangs`; null: it was worked on. */
  readonly fault: string | null;
  readonly params: object;
  readonly result: RunResult | null;
}

/** Address of the engine's worker in the site that is tested. */
function workerUrl(): string {
  const folder = path.join(inject("dist"), "assets");
  const isOurs = (name: string): boolean =>
    /^worker-[\w-]+\.js$/.test(name) &&
    fs.readFileSync(path.join(folder, name), "utf8").includes("undecodable");
  return `/assets/${fs.readdirSync(folder).find(isOurs)!}`;
}

/**
 * Takes files through an effect in the engine's own worker, on a page of the site, as the engine does:
 * a worker that answers with a fault is ended.
 * @param patience ms after which a file counts as one that hangs
 */
export async function workOn(
  page: Page,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  { effect = "volume", values = { gain: -3 }, patience = 60_000 } = {},
): Promise<readonly Made[]> {
  const sent = files.map(({ bytes }) => Buffer.from(bytes).toString("base64"));
  const task = { call: "run", effect, values, output: "wav16" };
  return page.evaluate(
    async ({ url, sent, task, patience }) => {
      let idle: Worker | null = null;
      const one = (file: Blob): Promise<Made> =>
        new Promise((resolve) => {
          const worker = idle ?? new Worker(url, { type: "module" });
          idle = null;
          const end = (fault: string | null, params: object, result: RunResult | null): void => {
            clearTimeout(timer);
            if (fault === null) idle = worker;
            else worker.terminate();
            resolve({ fault, params, result });
          };
          const timer = setTimeout(() => end("hangs", {}, null), patience);
          worker.onerror = ({ message }) => end("broken", { message }, null);
          worker.onmessage = ({ data }) => {
            if (data.kind === "write") worker.postMessage({ call: "wrote" });
            if (data.kind === "done") end(null, {}, data.value as RunResult);
            if (data.kind === "fault") end(data.code as string, data.params as object, null);
            if (data.kind === "undecodable" || data.kind === "broken")
              end(data.kind as string, data as object, null);
          };
          worker.postMessage({ ...task, file });
        });
      const made: Made[] = [];
      for (const text of sent) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        made.push(await one(new Blob([bytes])));
      }
      return made;
    },
    { url: workerUrl(), sent, task, patience },
  );
}
