import { useCallback } from "react";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { JobResult } from "../../workspace/contract/file.ts";
import type { ConvertOptions } from "./convert-result.ts";
import { formatToSave } from "./saving.ts";
import { useMaking, useSaveFile } from "./use-making.ts";

/** ms between two files: browsers drop those that come at once. */
const PAUSE = 400;

export interface SavingResults {
  /** Saves results one after the other, each under its own name. */
  readonly save: (results: readonly JobResult[]) => void;
  /** Saves them as one file. @param name with its ending */
  readonly zip: (results: readonly JobResult[], name: string) => void;
  /** Part that has been made ready, 0 to 1; null while nothing is. */
  readonly done: number | null;
}

/** What is saved of a result: panel, queue and ZIP get the same. */
async function inFormat(file: File, result: JobResult, options: ConvertOptions): Promise<File> {
  if (formatToSave(result) === null) return file;
  // Who saves what there is needs no engine.
  const { convertResult } = await import("./convert-result.ts");
  return convertResult(file, result, options);
}

/** Saves results as they are to be saved, and says when one cannot be. What is begun ends with the view. */
export function useSaving(): SavingResults {
  const { files, jobs } = useWorkspace();
  const { start, done } = useMaking();
  const download = useSaveFile();
  const run = useCallback(
    (results: readonly JobResult[], take: (file: File, at: number) => Promise<unknown>): void =>
      start(async ({ signal, onProgress }) => {
        for (const [at, result] of results.entries()) {
          const told = (part: number | null): void =>
            onProgress((at + (part ?? 0)) / results.length);
          const options = { files, signal, onProgress: told };
          await take(await inFormat(await jobs.openResult(result), result, options), at);
        }
      }),
    [files, jobs, start],
  );

  return {
    done,
    save: useCallback(
      (results) =>
        run(results, async (file, at) => {
          if (at > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
          await download(file, file.name);
        }),
      [run, download],
    ),
    zip: useCallback(
      (results, name) => {
        const ready: File[] = [];
        run(results, async (file) => {
          ready.push(file);
          if (ready.length < results.length) return;
          const { downloadZip } = await import("client-zip");
          await download(await downloadZip(distinct(ready)).blob(), name);
        });
      },
      [run, download],
    ),
  };
}

/** Files of one name get a number each. */
function distinct(files: readonly File[]): { readonly name: string; readonly input: File }[] {
  const seen = new Map<string, number>();
  return files.map((input) => {
    const count = (seen.get(input.name) ?? 0) + 1;
    seen.set(input.name, count);
    const name = count === 1 ? input.name : input.name.replace(/(\.[^.]*)?$/, ` (${count})$1`);
    return { name, input };
  });
}
