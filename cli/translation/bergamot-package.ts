import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Files of the program that translates, as its package has them. */
export const PROGRAM_FILES = [
  "translator-worker.js",
  "bergamot-translator-worker.js",
  "bergamot-translator-worker.wasm",
] as const;

/** `bergamot-translator` as it is installed. */
export function openBergamotPackage() {
  const main = fileURLToPath(import.meta.resolve("@browsermt/bergamot-translator"));
  const folder = path.dirname(main);
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as {
    version: string;
  };
  return { version, folder: path.join(folder, "worker") };
}
