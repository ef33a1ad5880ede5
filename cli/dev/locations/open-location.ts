import path from "node:path";
import { exists } from "../../files/files.ts";

/**
 * What the bundler's server opens in the editor for a place that a page shows.
 * @param location `file:line:column`; the file is below one of the folders
 * @returns the place with the whole path, or undefined for a file that is none of these
 */
export function locationToOpen(location: string, folders: readonly string[]): string | undefined {
  const [, file = "", rest = ""] = /^(.*?)((?::\d+){0,2})$/.exec(location) ?? [];
  for (const folder of folders) {
    const target = path.resolve(folder, file);
    if (target.startsWith(folder + path.sep) && exists(target)) return target + rest;
  }
  return undefined;
}
