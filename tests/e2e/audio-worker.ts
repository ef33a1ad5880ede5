import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { inject } from "vitest";
import type { OfflineFiles } from "#core/page/app-data.ts";
import type { RunResult } from "#runtime/audio/worker/effect/run-request.ts";

/** What the engine's worker made of a file. */
export interface Made {
  /** Key of `errors.json`, `undecodable`, `broken`, or `hangs`; null if it was processed. */
  readonly fault: string | null;
  readonly params: object;
  readonly result: RunResult | null;
  /** The output in base64; empty if not requested. */
  readonly written: string;
}

/** Address of the engine's worker in the site that is tested. */
function workerUrl(): string {
  const read = <T>(file: string): T =>
    JSON.parse(fs.readFileSync(path.join(inject("dist"), file), "utf8")) as T;
  // Files of earlier builds are there, too.
  const { id } = read<{ id: string }>("builds/latest.json");
  const { offline } = read<{ offline: OfflineFiles }>(`builds/meta/${id}.json`);
  const files = [...offline.shared, ...offline.panels["enhance"]!];
  return files.find((file) => /\/worker-[\w-]+\.js$/.test(file))!;
}

/**
 * Takes files through an effect in the engine's own worker, on a page of the site, as the engine does:
 * a worker that answers with a fault is ended.
 * @param patience ms after which a file counts as one that hangs
 * @param copy s that are cut out without decoding, in place of the effect
 */
export async function workOn(
  page: Page,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  {
    effect = "volume",
    values = { gain: -3 },
    patience = 60_000,
    keep = false,
    output = "wav16",
    copy = null as readonly [number, number] | null,
  } = {},
): Promise<readonly Made[]> {
  const sent = files.map(({ bytes }) => Buffer.from(bytes).toString("base64"));
  const task = copy ? { call: "copy", part: copy } : { call: "run", effect, values, output };
  return page.evaluate(
    async ({ url, sent, task, patience, keep }) => {
      let idle: Worker | null = null;
      /** Bytes with their places, as they came. */
      const join = (chunks: readonly (readonly [number, Uint8Array])[]): string => {
        const size = Math.max(0, ...chunks.map(([at, { length }]) => at + length));
        const bytes = new Uint8Array(size);
        for (const [at, data] of chunks) bytes.set(data, at);
        let text = "";
        for (let at = 0; at < size; at += 9000)
          text += String.fromCharCode(...bytes.subarray(at, at + 9000));
        return btoa(text);
      };
      const one = (file: Blob): Promise<Made> =>
        new Promise((resolve) => {
          const worker = idle ?? new Worker(url, { type: "module" });
          const chunks: [number, Uint8Array][] = [];
          idle = null;
          const end = (fault: string | null, params: object, result: RunResult | null): void => {
            clearTimeout(timer);
            if (fault === null) idle = worker;
            else worker.terminate();
            resolve({ fault, params, result, written: join(chunks) });
          };
          const timer = setTimeout(() => end("hangs", {}, null), patience);
          worker.onerror = ({ message }) => end("broken", { message }, null);
          worker.onmessage = ({ data }) => {
            if (data.kind === "write") {
              if (keep) chunks.push([data.position as number, data.data as Uint8Array]);
              worker.postMessage({ call: "wrote" });
            }
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
    { url: workerUrl(), sent, task, patience, keep },
  );
}

/** Results of a task that writes several files. */
export interface TaskOutcome {
  /** The error, if there is one. */
  readonly fault: string | null;
  readonly value: unknown;
  /** The results in base64. */
  readonly results: readonly string[];
}

/**
 * Runs a task in the engine's own worker, on a page of the site.
 * @param task the names of `files` stand for the files
 */
export function runOn(
  page: Page,
  task: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<TaskOutcome> {
  const sent = Object.entries(files).map(
    ([name, bytes]) => [name, Buffer.from(bytes).toString("base64")] as const,
  );
  return page.evaluate(
    ({ url, sent, task }) =>
      new Promise<TaskOutcome>((resolve) => {
        const blobs = new Map(
          sent.map(([name, text]) => {
            const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            return [name, new Blob([bytes])] as const;
          }),
        );
        const chunks: [position: number, data: Uint8Array][][] = [];
        const join = (written: readonly (readonly [number, Uint8Array])[]): string => {
          const bytes = new Uint8Array(
            Math.max(0, ...written.map(([at, { length }]) => at + length)),
          );
          for (const [at, data] of written) bytes.set(data, at);
          let text = "";
          for (let at = 0; at < bytes.length; at += 9000)
            text += String.fromCharCode(...bytes.subarray(at, at + 9000));
          return btoa(text);
        };
        const worker = new Worker(url, { type: "module" });
        const end = (fault: string | null, value: unknown): void => {
          worker.terminate();
          resolve({ fault, value, results: chunks.map(join) });
        };
        worker.onerror = ({ message }) => end(message, null);
        worker.onmessage = ({ data }) => {
          if (data.kind === "write") {
            (chunks[data.result ?? 0] ??= []).push([data.position, data.data]);
            worker.postMessage({ call: "wrote" });
          } else if (data.kind === "done") end(null, data.value);
          else if (data.kind !== "progress") end(JSON.stringify(data), null);
        };
        const request = Object.entries(task).map(([key, value]) => [
          key,
          typeof value === "string" ? (blobs.get(value) ?? value) : value,
        ]);
        worker.postMessage(Object.fromEntries(request));
      }),
    { url: workerUrl(), sent, task },
  );
}
