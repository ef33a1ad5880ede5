import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { exists, readText, withIo, writeAtomic } from "../files/files.ts";
import type { Draft } from "./draft.ts";
import { isStub } from "./stubs.ts";

/** Prints the files that would be written. */
export function printDraft(context: Context, draft: Draft): ExitCode {
  const all = [...draft.files, ...(draft.edit ? [draft.edit] : [])];
  context.print(all.map((file) => `==> ${file.path} <==\n${file.text}\n`).join(""));
  context.log("Nothing was written.\n");
  return 0;
}

/** @throws ALREADY_EXISTS for the first existing file that is not an unmodified template */
export function requireNew(root: string, files: Draft["files"]): void {
  for (const file of files)
    if (exists(path.join(root, file.path)) && !isStub(readText(path.join(root, file.path)) ?? ""))
      throw new ToolkitError("ALREADY_EXISTS", { file: file.path });
}

/** Writes new files. @throws ALREADY_EXISTS, also if a file was created after the check */
export function writeDraft(root: string, files: Draft["files"]): void {
  for (const file of files) writeNew(root, file);
}

function writeNew(root: string, file: Draft["files"][number]): void {
  withIo(file.path, () => {
    const target = path.join(root, file.path);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    const before = readText(target);
    if (before !== undefined && isStub(before)) return writeAtomic(target, file.text);
    try {
      fs.writeFileSync(target, file.text, { flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      throw new ToolkitError("ALREADY_EXISTS", { file: file.path }, { cause: error });
    }
  });
}
