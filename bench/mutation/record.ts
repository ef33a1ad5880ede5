import fs from "node:fs";
import path from "node:path";
import type { Mutant } from "./mutants.ts";

export type MutantResult = "killed" | "survived" | "undecided";

/** Results of an earlier run that was stopped, by the keys of the mutants. */
export interface MutationRecord {
  readonly get: (key: string) => MutantResult | undefined;
  readonly set: (key: string, result: MutantResult) => void;
}

/** @param revision of the code that the mutant changes */
export const keyOf = (revision: string, { file, start, end, replacement }: Mutant): string =>
  JSON.stringify([revision, file, start, end, replacement]);

/** @param file has a line for each result; it is created with its folder */
export function openRecord(file: string): MutationRecord {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  // The last line may have been cut off.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  fs.writeFileSync(file, whole);
  const lines = whole.split("\n").slice(0, -1);
  const results = new Map(lines.map((line) => JSON.parse(line) as [string, MutantResult]));
  return {
    get: (key) => results.get(key),
    set(key, result) {
      if (results.has(key)) return;
      results.set(key, result);
      fs.appendFileSync(file, `${JSON.stringify([key, result])}\n`);
    },
  };
}
