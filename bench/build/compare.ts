import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { listFiles } from "#cli/files/files.ts";

/** Path → size and digest of every file of a site. */
export type Files = ReadonlyMap<string, string>;

export function digestFiles(out: string): Files {
  const folder = fs.realpathSync(out);
  return new Map(
    listFiles(folder).map((file) => {
      const data = fs.readFileSync(path.join(folder, file));
      return [file, `${data.length} ${hash("sha256", data)}`];
    }),
  );
}

/** What a build carries over of builds before it: a cold one has none. */
const EARLIER = /^(assets|builds\/meta)\//;

/** @throws when a site has not exactly the files of a cold build of the same input */
export function expectSame(what: string, found: Files, cold: Files): void {
  const wrong = [
    ...[...cold.keys()].filter((file) => found.get(file) !== cold.get(file)),
    ...[...found.keys()].filter((file) => !cold.has(file) && !EARLIER.test(file)),
  ];
  if (wrong.length > 0)
    throw new Error(
      `${what} has ${found.size} files, a cold build of the same input ${cold.size}; ${wrong.length} are not the same, such as ${wrong.slice(0, 5).join(", ")}`,
    );
}
