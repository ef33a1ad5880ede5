import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdir, open, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { type ErrorParams, type Problem, problem, ToolkitError } from "#core/errors/errors.ts";

/** Maximum length of a file name in bytes, on common file systems. */
const LONGEST_NAME = 255;

/**
 * Temporary path of a result until it is complete: in the same folder, so on the same disk. A name
 * that is too long to extend is replaced by its digest.
 */
export function partOf(file: string): string {
  const whole = path.resolve(file);
  const ending = `.${process.pid}.part`;
  if (Buffer.byteLength(path.basename(whole) + ending) <= LONGEST_NAME) return whole + ending;
  const digest = createHash("sha256").update(path.basename(whole)).digest("hex").slice(0, 16);
  return path.join(path.dirname(whole), `.${digest}${ending}`);
}

/** @returns the error for a failed write of a result; null for other errors */
export function faultOfOutput(file: string, error: unknown): ToolkitError | null {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!/^E[A-Z]+$/.test(String(code))) return null;
  return unwritable(file, message, error);
}

const unwritable = (file: string, detail: string, cause?: unknown): ToolkitError =>
  new ToolkitError("OUTPUT_UNWRITABLE", { file, detail }, { cause });

/** A file that is written at any position. */
export interface OpenOutput {
  /** Writes all bytes. */
  readonly write: (position: number, bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openForWriting(file: string): Promise<OpenOutput> {
  const handle = await open(file, "w");
  return {
    // A disk that is nearly full accepts a part, and reports the error with the rest.
    write: async (position, bytes) => {
      for (let done = 0; done < bytes.length;) {
        const rest = bytes.subarray(done);
        const { bytesWritten } = await handle.write(rest, 0, rest.length, position + done);
        done += bytesWritten;
      }
    },
    close: () => handle.close(),
  };
}

const isFolder = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Creates a folder with its parents. Node's recursive mode never returns for some special folders,
 * such as those in `/proc`.
 * @returns the created folders, innermost last
 */
export async function makeFolder(folder: string): Promise<readonly string[]> {
  if (await isFolder(folder)) return [];
  const above = path.dirname(folder);
  const made = above === folder ? [] : await makeFolder(above);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another thread may have created it meanwhile.
    if (await isFolder(folder)) return made;
    for (const own of made.toReversed()) await rmdir(own).catch(() => {});
    throw error;
  }
  return [...made, folder];
}

/**
 * Checks before processing that results can be written, and leaves nothing behind.
 * @throws {ToolkitError} OUTPUT_UNWRITABLE, with a problem for each folder
 */
export async function requireWritable(files: readonly string[]): Promise<void> {
  const folders = Map.groupBy(files, (file) => path.dirname(path.resolve(file)));
  const problems: Problem[] = [];
  for (const [folder, own] of folders) {
    const found = await problemIn(folder, own);
    if (found) problems.push(found);
  }
  const [first] = problems;
  if (first)
    throw new ToolkitError("OUTPUT_UNWRITABLE", first.params as ErrorParams<"OUTPUT_UNWRITABLE">, {
      problems,
    });
}

/** Identifies a file, whatever the spelling of its path or the links to it; null where there is none. */
function identityOf(file: string): string | null {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

/**
 * Refuses results that would replace an input, which no option permits.
 * @throws {ToolkitError} OUTPUT_IS_INPUT, with a problem for each such result
 */
export function requireOtherFiles(inputs: readonly string[], outputs: readonly string[]): void {
  const inputOf = new Map(inputs.map((input) => [identityOf(input), input]));
  const problems = outputs.flatMap((file) => {
    const identity = identityOf(file);
    const input = identity === null ? undefined : inputOf.get(identity);
    return input === undefined ? [] : [problem("OUTPUT_IS_INPUT", { file, input })];
  });
  const [first] = problems;
  if (first)
    throw new ToolkitError("OUTPUT_IS_INPUT", first.params as ErrorParams<"OUTPUT_IS_INPUT">, {
      problems,
    });
}

/**
 * Refuses results that would replace a file, or each other.
 * @param force whether they may replace files that are not inputs
 * @throws {ToolkitError} OUTPUT_IS_INPUT, OUTPUT_EXISTS or USAGE
 */
export function requireFree(
  inputs: readonly string[],
  outputs: readonly string[],
  force: boolean,
): void {
  const twice = outputs.find((file, at) => outputs.indexOf(file) !== at);
  if (twice !== undefined)
    throw new ToolkitError("USAGE", { detail: `Two songs would be written to ${twice}.` });
  requireOtherFiles(inputs, outputs);
  const existing = force ? [] : outputs.filter((file) => existsSync(file));
  const problems = existing.map((file) => problem("OUTPUT_EXISTS", { file }));
  if (existing[0]) throw new ToolkitError("OUTPUT_EXISTS", { file: existing[0] }, { problems });
}

/** The problem of the first result of a folder that cannot be written. */
async function problemIn(folder: string, files: readonly string[]): Promise<Problem | null> {
  let made: readonly string[] = [];
  let current = files[0]!;
  try {
    made = await makeFolder(folder);
    for (current of files) {
      requireOrdinary(current);
      if (await isFolder(current)) throw unwritable(current, "it is a folder.");
      const part = partOf(current);
      await (await open(part, "w")).close();
      await rm(part);
    }
    return null;
  } catch (error) {
    const fault = error instanceof ToolkitError ? error : faultOfOutput(current, error);
    if (!fault) throw error;
    return problem(fault.code, fault.params);
  } finally {
    for (const own of made.toReversed()) await rmdir(own);
  }
}

/**
 * Refuses to replace pipes and devices.
 * @throws {ToolkitError} OUTPUT_UNWRITABLE
 */
export function requireOrdinary(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile() && !found.isDirectory())
    throw unwritable(file, "it is a pipe or a device; - writes to standard output.");
}
