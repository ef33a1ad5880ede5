import path from "node:path";
import { exists } from "../../files/files.ts";

/**
 * Resolves a location shown in a page for the editor.
 * @param location `file:line:column`; the file is below one of the folders
 * @returns the location with an absolute path; undefined for other files
 */
export function locationToOpen(location: string, folders: readonly string[]): string | undefined {
  const [, file = "", rest = ""] = /^(.*?)((?::\d+){0,2})$/.exec(location) ?? [];
  for (const folder of folders) {
    const target = path.resolve(folder, file);
    if (target.startsWith(folder + path.sep) && exists(target)) return target + rest;
  }
  return undefined;
}
