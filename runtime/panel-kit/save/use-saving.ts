import { useCallback, useEffect, useRef, useState } from "react";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import type { JobResult } from "../../workspace/contract/file.ts";
import { thrownText } from "../../workspace/contract/texts.ts";
import type { ConvertOptions } from "./convert-result.ts";
import { formatToSave } from "./saving.ts";

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
  const { files, jobs, save, notices, report } = useWorkspace();
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(
    async (
      results: readonly JobResult[],
      take: (file: File, at: number) => Promise<unknown>,
    ): Promise<void> => {
      if (running.current) return;
      const own = new AbortController();
      running.current = own;
      setDone(0);
      try {
        for (const [at, result] of results.entries()) {
          const onProgress = (part: number | null): void =>
            setDone((at + (part ?? 0)) / results.length);
          const options = { files, signal: own.signal, onProgress };
          await take(await inFormat(await jobs.openResult(result), result, options), at);
        }
      } catch (error) {
        if (own.signal.aborted) return;
        if (!(error instanceof FaultError)) report(error);
        notices.warn(error instanceof FaultError ? thrownText(error) : "errors:job.failed");
      } finally {
        running.current = null;
        setDone(null);
      }
    },
    [files, jobs, notices, report],
  );
  const download = useCallback(
    async (file: Blob, name: string): Promise<void> => {
      if (!(await save(file, name))) notices.warn("errors:download");
    },
    [save, notices],
  );

  return {
    done,
    save: useCallback(
      (results) =>
        void run(results, async (file, at) => {
          if (at > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
          await download(file, file.name);
        }),
      [run, download],
    ),
    zip: useCallback(
      (results, name) => {
        const ready: File[] = [];
        void run(results, async (file) => {
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
