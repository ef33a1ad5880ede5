import fs from "node:fs";
import path from "node:path";
import { loadConfig } from "../build/load/config.ts";
import { exists, tidy, withIo, writeAtomic } from "../files/files.ts";
import { type FileChange, type Rename, ruleOf } from "./plan-rename.ts";

/**
 * Writes what a rename changes: all of it, or nothing.
 * @returns the rule that a person has to write into the configuration; undefined where it is there
 * @throws DISK_FULL, NO_PERMISSION or IO_FAILED; every file is as it was then
 */
export async function applyRename(root: string, rename: Rename): Promise<string | undefined> {
  const done: FileChange[] = [];
  const write = (file: string, text: string): void => writeAtomic(path.join(root, file), text);
  try {
    for (const change of rename.changes) {
      done.push(change);
      write(change.to, change.after);
    }
    // Only when every new file is there: an old one that goes is the last copy of its text.
    for (const { from, to } of rename.changes)
      if (from !== to) withIo(from, () => fs.rmSync(path.join(root, from)));
  } catch (error) {
    for (const { from, to, before } of done) {
      if (from !== to) tidy(path.join(root, to));
      if (from === to || !exists(path.join(root, from))) write(from, before);
    }
    throw error;
  }
  return (await leads(root, rename)) ? undefined : undoConfig(root, rename);
}

/** Whether the configuration, as it is loaded, has the redirect. */
async function leads(root: string, { from, to, rule }: Rename): Promise<boolean> {
  if (rule !== undefined) return false;
  try {
    const { redirects } = await loadConfig(root);
    return redirects.some((each) => each.from === from && each.to === to);
  } catch {
    return false;
  }
}

/** Takes an edit of the configuration back that did not come to what it was to be. */
function undoConfig(root: string, rename: Rename): string {
  const config = rename.changes.find(({ from }) => from === "toolkit.config.ts");
  if (config) writeAtomic(path.join(root, config.from), config.before);
  return ruleOf(rename);
}
