import fs from "node:fs";
import path from "node:path";
import { type Problem, problem } from "#core/errors/errors.ts";
import { workOf } from "../build/state/tree.ts";
import { listFiles } from "../files/files.ts";
import type { LoadedSite } from "./load-site.ts";

const timeOf = (file: string): number =>
  fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;

/**
 * Reports that content changed after the site was built, so that problems of the built site may
 * already be fixed. A build without changes updates its state's time as well.
 */
export function checkAge({ root }: Pick<LoadedSite, "root">, folder: string): Problem[] {
  const state = path.join(workOf(root, folder), "cache/state.json");
  const builtAt = Math.max(timeOf(path.join(folder, "builds/latest.json")), timeOf(state));
  if (builtAt === -Infinity) return [];
  const texts = ["content", "locales"].flatMap((name) =>
    listFiles(path.join(root, name))
      .filter((file) => /\.(md|json)$/.test(file) && !/(^|\/)\./.test(file))
      .map((file) => `${name}/${file}`),
  );
  let newest = { file: "", time: builtAt };
  for (const file of ["toolkit.config.ts", ...texts]) {
    const time = timeOf(path.join(root, file));
    if (time > newest.time) newest = { file, time };
  }
  return newest.file === ""
    ? []
    : [problem("SITE_OLD", { file: newest.file }, { file: newest.file }, "warning")];
}
