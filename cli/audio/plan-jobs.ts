import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import {
  type FormatName,
  endingOfFormat,
  formatLikeInput,
  formatOfName,
  isFormat,
  parseFormat,
} from "./formats.ts";
import { requireFree, requireOrdinary } from "./output/output-path.ts";
import { nameResults } from "./result-names.ts";

/** An input file and its result. */
export interface Job {
  readonly input: string;
  readonly output: string;
  readonly format: FormatName;
  /** Whether a result whose peaks exceed full scale is attenuated, so that nothing clips. */
  readonly fit?: boolean;
}

export interface PlanOptions {
  readonly files: readonly string[];
  /** File or folder. */
  readonly out: string;
  readonly format?: string;
  /** Whether the sound stays in sync with video. */
  readonly keepsLength?: boolean;
  /** See `Job`. */
  readonly fit?: boolean;
  /** Whether results may replace existing files. */
  readonly force?: boolean;
}

const endingOf = (file: string): string => path.extname(file).slice(1).toLowerCase();
const isFolderAt = (file: string): boolean => existsSync(file) && statSync(file).isDirectory();

/** @throws {ToolkitError} if results would share a path, or replace an input */
export function planJobs(planned: PlanOptions): readonly Job[] {
  const { files, out, force = false, keepsLength = true, ...options } = planned;
  requireOrdinary(out);
  const format = options.format === undefined ? undefined : parseFormat(options.format);
  const isNamed = /[/\\]$/.test(out) || isFolderAt(out);
  const isFolder = isNamed || files.length > 1 || endingOf(out) === "";
  if (isFolder && !isNamed && (existsSync(out) || isFormat(endingOf(out))))
    throw usage(`${out} is a file; several results need a folder. Write ${out}/ for one.`);
  const formats = files.map(
    (file) => format ?? (isFolder ? formatLikeInput(file, keepsLength) : formatOfName(out)),
  );
  const endings = formats.map(endingOfFormat);
  const names = isFolder ? nameResults(files, endings).map((name) => path.join(out, name)) : [out];
  const jobs = files.map((input, at): Job => ({
    input,
    output: names[at]!,
    format: formats[at]!,
    ...(options.fit && { fit: true }),
  }));
  requireFree(files, names, force);
  return jobs;
}

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });
