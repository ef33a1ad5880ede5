import path from "node:path";
import { exists } from "./files.ts";

/**
 * Folders with the code of a site, as `runtime/` has it: its own, and the program's for all that it
 * lacks. One with an entry for the server is a whole runtime, and the only one.
 */
export function runtimeFolders({
  root,
  home,
}: {
  readonly root: string;
  readonly home: string;
}): readonly string[] {
  const [own, program] = [root, home].map((folder) => path.join(folder, "runtime"));
  if (root === home || !exists(own!)) return [program!];
  const isWhole = [".ts", ".tsx"].some((end) => exists(path.join(own!, `entry-server${end}`)));
  return isWhole ? [own!] : [own!, program!];
}
