import { useCallback } from "react";
import { useWorkspace } from "../../contract/context.ts";
import { records } from "../../audio/records.ts";
import type { JobResult } from "../../contract/file.ts";
import { awaitResults } from "./await-results.ts";
import type { ConvertOptions } from "./convert-result.ts";
import { formatToSave, isTranscript, nameToSave } from "./saved-format.ts";
import { type MakeOptions, type Rendering, useRendering, useSaveFile } from "./use-rendering.ts";
import { distinctNames, zipFile } from "./zip-file.ts";

/** Delay between two downloads in ms: browsers drop simultaneous ones. */
const DOWNLOAD_DELAY = 400;

export interface SavingResults extends Pick<Rendering, "done" | "isMade"> {
  /** Saves results one after the other, each under its own name. */
  readonly save: (results: readonly JobResult[]) => void;
  /** Saves them as one ZIP file. @param name with extension */
  readonly zip: (results: readonly JobResult[], name: string) => void;
  /** Saves a single result as it is, and several as one ZIP file. @param name name of that file */
  readonly saveAll: (results: readonly JobResult[], name: string) => void;
  /** Does the same with the results of jobs as soon as all of the jobs have ended. */
  readonly saveWhenDone: (jobIds: readonly string[], name: string) => void;
}

/** The saved form of a result, the same for panel, queue and ZIP files. */
async function convertForSaving(
  file: File,
  result: JobResult,
  options: ConvertOptions,
): Promise<File> {
  if (isTranscript(result)) {
    const { textOfTranscript } = await import("./text-of-transcript.ts");
    const text = textOfTranscript(await file.text(), await records.get("transcripts", result.id));
    return text === null ? file : new File([text], nameToSave(result), { type: "text/plain" });
  }
  if (formatToSave(result) === null) return file;
  // Saving without conversion needs no engine.
  const { convertResult, storeLevels } = await import("./convert-result.ts");
  const converted = await convertResult(file, result, options);
  // What is shown of the file follows when it has been saved.
  storeLevels(converted, result, options.signal);
  return converted.file;
}

/** Saves results in their chosen formats, and reports errors. Saving is aborted on unmount. */
export function useSaving(): SavingResults {
  const { files, jobs } = useWorkspace();
  const { start, done, isMade } = useRendering();
  const download = useSaveFile();
  const readied = useCallback(
    async function* (results: readonly JobResult[], { signal, onProgress }: MakeOptions) {
      for (const [at, result] of results.entries()) {
        const reportPart = (part: number | null): void =>
          onProgress((at + (part ?? 0)) / results.length);
        const options = { files, signal, onProgress: reportPart };
        yield convertForSaving(await jobs.openResult(result), result, options);
      }
    },
    [files, jobs],
  );

  const saveEach = useCallback(
    async (results: readonly JobResult[], options: MakeOptions) => {
      let isFirst = true;
      let isSaved = true;
      for await (const file of readied(results, options)) {
        if (!isFirst) await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_DELAY));
        isFirst = false;
        isSaved = (await download(file, file.name)) && isSaved;
      }
      return isSaved;
    },
    [readied, download],
  );
  const saveZip = useCallback(
    async (results: readonly JobResult[], name: string, options: MakeOptions) => {
      const nameOf = distinctNames();
      async function* named() {
        for await (const input of readied(results, options))
          yield { name: nameOf(input.name), input };
      }
      return download(await zipFile(named(), options.signal), name);
    },
    [readied, download],
  );
  const saveAsOne = useCallback(
    (results: readonly JobResult[], name: string, options: MakeOptions) =>
      results.length > 1 ? saveZip(results, name, options) : saveEach(results, options),
    [saveZip, saveEach],
  );

  return {
    done,
    isMade,
    save: useCallback(
      (results) => start((options) => saveEach(results, options)),
      [start, saveEach],
    ),
    zip: useCallback(
      (results, name) => start((options) => saveZip(results, name, options)),
      [start, saveZip],
    ),
    saveAll: useCallback(
      (results, name) => start((options) => saveAsOne(results, name, options)),
      [start, saveAsOne],
    ),
    saveWhenDone: useCallback(
      (ids, name) =>
        start(async (options) =>
          saveAsOne(await awaitResults(jobs, ids, options.signal), name, options),
        ),
      [start, saveAsOne, jobs],
    ),
  };
}
