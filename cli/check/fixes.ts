import path from "node:path";
import type { Problem } from "#core/errors/errors.ts";
import { type SourceFile, routeOf } from "../build/load/entry.ts";
import { parseEntry } from "../build/load/read-entry.ts";
import { readText, writeAtomic } from "../files/files.ts";
import { type Edit, applyEdits, fixOf } from "./fix.ts";
import type { LoadedSite } from "./load-site.ts";
import { placeFindings } from "./place.ts";

/** A file that is fixed, before and after. */
export interface Fix {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly count: number;
}

/** Finds what can be fixed with certainty in the content. Nothing is written. */
export function findFixes(site: LoadedSite, problems: readonly Problem[]): Fix[] {
  const input = {
    routes: new Set([...site.plan.read.entries.values()].map(routeOf)),
    codes: site.config.locales.map(({ code }) => code),
  };
  // To write a file whose bytes are not all read would lose the others.
  const unreadable = new Set(
    problems.flatMap(({ code, location }) =>
      code === "ENCODING_INVALID" && location ? location.file : [],
    ),
  );
  const byFile = new Map<string, Edit[]>();
  const texts = new Map<string, string>();
  for (const found of placeFindings(site.root, problems)) {
    const file = found.location?.file;
    if (file === undefined || !/\.(md|json)$/.test(file) || unreadable.has(file)) continue;
    if (!texts.has(file)) texts.set(file, readText(path.join(site.root, file)) ?? "");
    const edit = fixOf(found, texts.get(file)!, input);
    if (edit) byFile.set(file, [...(byFile.get(file) ?? []), edit]);
  }
  return [...byFile].flatMap(([file, edits]): Fix[] => {
    const before = texts.get(file)!;
    const after = applyEdits(before, edits);
    // A fix that makes anything worse is none.
    return faults(file, after, site) <= faults(file, before, site) && after !== before
      ? [{ file, before, after, count: edits.length }]
      : [];
  });
}

function faults(file: string, text: string, { config }: LoadedSite): number {
  if (file.endsWith(".json")) return isJson(text) ? 0 : 1;
  const [, code, type] = /^(?:content|locales\/([^/]+))\/([^/]+)\//.exec(file) ?? [];
  const source = {
    file,
    type,
    locale: code ?? config.defaultLocale,
    source: code === undefined,
  } as SourceFile;
  const parsed = parseEntry(text, source);
  return Array.isArray(parsed) ? parsed.length : 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const applyFixes = (root: string, fixes: readonly Fix[]): void =>
  fixes.forEach(({ file, after }) => writeAtomic(path.join(root, file), after));

/** The lines that a fix changes, as a patch shows them. */
export function showFix({ file, before, after }: Fix): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  // No fix adds or removes a line.
  const lines = old.flatMap((line, at) =>
    line === now[at] ? [] : [`@@ line ${at + 1} @@`, `-${line}`, `+${now[at]}`],
  );
  return `--- ${file}\n+++ ${file}\n${lines.join("\n")}\n`;
}
