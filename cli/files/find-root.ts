import fs from "node:fs";
import path from "node:path";

export const CONFIG_FILE = "toolkit.config.ts";

/** The site of a folder: the nearest ancestor with a configuration, or else the folder itself. */
export function findRoot(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, CONFIG_FILE))) return at;
    if (at === path.dirname(at)) return folder;
  }
}
