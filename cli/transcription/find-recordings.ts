import fs from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { nameResults } from "../audio/result-names.ts";
import { listFiles } from "../files/files.ts";

/** Extensions by which the recordings of a folder are found. Any file can be named by itself. */
const EXTENSIONS = new Set(
  "wav wave aif aiff aifc flac mp3 m4a m4b aac ogg oga opus wma amr caf mp4 m4v mov mkv webm avi mpg mpeg 3gp".split(
    " ",
  ),
);

/** A recording, and the path of its results below the output folder, without an extension. */
export interface Recording {
  readonly input: string;
  /** Folder below the output folder; empty for that folder itself. */
  readonly folder: string;
}

const isRecording = (name: string): boolean =>
  EXTENSIONS.has(path.extname(name).slice(1).toLowerCase()) && !path.basename(name).startsWith(".");

/**
 * The recordings that arguments name: files, folders with all that is below them, and patterns such as
 * `talks/*.mp3`, for shells that expand none.
 * @param cwd folder to which arguments are relative
 * @param out folder whose recordings are results of earlier runs: what is below it is found only in
 * folders and patterns that begin there
 * @throws {ToolkitError} INPUT_UNREADABLE where an argument names nothing
 */
export async function findRecordings(
  args: readonly string[],
  cwd: string,
  out?: string,
): Promise<readonly Recording[]> {
  const found = new Map<string, Recording>();
  const add = (input: string, folder: string): void => {
    const key = path.resolve(cwd, input);
    if (!found.has(key)) found.set(key, { input, folder });
  };
  const isInOut = (file: string): boolean => {
    if (out === undefined) return false;
    const below = path.relative(out, path.resolve(cwd, file));
    return !path.isAbsolute(below) && below.split(path.sep)[0] !== "..";
  };
  const resultsBelow = (folder: string): ((file: string) => boolean) =>
    isInOut(folder) ? () => false : isInOut;
  for (const arg of args) {
    const stat = fs.statSync(path.resolve(cwd, arg), { throwIfNoEntry: false });
    const before = found.size;
    if (stat?.isDirectory()) {
      const isResult = resultsBelow(arg);
      for (const name of listFiles(path.resolve(cwd, arg)))
        if (isRecording(name) && !isResult(path.join(arg, name)))
          add(path.join(arg, name), path.dirname(name));
      if (found.size === before) throw unreadable(arg, "there are no recordings in this folder.");
    } else if (stat || !/[*?[{]/.test(arg)) add(arg, "");
    else {
      const names: string[] = [];
      const isResult = resultsBelow(path.dirname(arg.replace(/[*?[{].*/s, "_")));
      for await (const name of glob(arg, { cwd }))
        if (isRecording(name) && !isResult(name)) names.push(name);
      for (const name of names.sort()) add(name, "");
      if (found.size === before) throw unreadable(arg, "no recording matches this pattern.");
    }
  }
  return [...found.values()].map(({ input, folder }) => ({
    input,
    folder: folder === "." ? "" : folder,
  }));
}

/**
 * Paths of results below the output folder, with extensions: no two recordings have one in common,
 * whatever the case of their letters.
 * @param endings extensions of the results
 */
export function nameRecordings(
  recordings: readonly Recording[],
  endings: readonly string[],
): readonly string[] {
  const all = recordings.map(({ input, folder }, at) => ({
    input,
    folder,
    ending: endings[at]!,
    at,
  }));
  const names: string[] = [];
  for (const own of Map.groupBy(all, ({ folder }) => folder.toLowerCase()).values()) {
    const found = nameResults(
      own.map(({ input }) => input),
      own.map(({ ending }) => ending),
    );
    for (const [index, { folder, at }] of own.entries())
      names[at] = path.posix.join(folder, found[index]!);
  }
  return names;
}

const unreadable = (file: string, detail: string): ToolkitError =>
  new ToolkitError("INPUT_UNREADABLE", { file, detail });
