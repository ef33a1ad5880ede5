import path from "node:path";
import { exists } from "./files.ts";

/** Folders with the code of a site, as `runtime/` has it: its own where it has one, else the program's. */
export function runtimeFolders({
  root,
  home,
}: {
  readonly root: string;
  readonly home: string;
}): readonly string[] {
  const own = path.join(root, "runtime");
  return [exists(own) ? own : path.join(home, "runtime")];
}
