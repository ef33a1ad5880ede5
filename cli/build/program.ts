import fs from "node:fs";
import path from "node:path";
import { digest } from "./hash.ts";

const FOLDERS = [import.meta.dirname, path.join(import.meta.dirname, "../../core")];

/** Differs after the program or its Node has changed: what another one has built is not built upon. */
export function programKey(): string {
  const stamps = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(folder)
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .sort()
      .map((name) => {
        const { size, mtimeMs, ctimeMs } = fs.statSync(path.join(folder, name));
        return `${name} ${size} ${mtimeMs} ${ctimeMs}`;
      }),
  );
  return digest([process.version, ...stamps].join("\n"));
}
