import path from "node:path";
import type { Problem } from "#core/errors/errors.ts";
import { type SourceFile, routeOf } from "../build/load/entry.ts";
import { parseEntry } from "../build/load/read-entry.ts";
import { readText, writeAtomic } from "../files/files.ts";
import { type Edit, applyEdits, fixOf } from "./fix.ts";
import type { LoadedSite } from "./load-site.ts";
import { locateFindings } from "./locate-findings.ts";

/** A fixed file, before and after. */
export interface Fix {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly count: number;
}

/** Finds unambiguous fixes in the content. Writes nothing. */
export function findFixes(site: LoadedSite, problems: readonly Problem[]): Fix[] {
  const input = {
    routes: new Set([...site.plan.read.entries.values()].map(routeOf)),
    codes: site.config.locales.map(({ code }) => code),
  };
  // Writing a file with undecodable bytes would lose them.
  const unreadable = new Set(
    problems.flatMap(({ code, location }) =>
      code === "ENCODING_INVALID" && location ? location.file : [],
    ),
  );
  const byFile = new Map<string, Edit[]>();
  const texts = new Map<string, string>();
  for (const found of locateFindings(site.root, problems)) {
    const file = found.location?.file;
    if (file === undefined || !/\.(md|json)$/.test(file) || unreadable.has(file)) continue;
    if (!texts.has(file)) texts.set(file, readText(path.join(site.root, file)) ?? "");
    const edit = fixOf(found, texts.get(file)!, input);
    if (edit) byFile.set(file, [...(byFile.get(file) ?? []), edit]);
  }
  return [...byFile].flatMap(([file, edits]): Fix[] => {
    const before = texts.get(file)!;
    const after = applyEdits(before, edits);
    // A fix that adds a problem is discarded.
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

/** Changed lines in the format of a patch. */
export function showFix({ file, before, after }: Fix): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  // Fixes neither add nor remove lines.
  const lines = old.flatMap((line, at) =>
    line === now[at] ? [] : [`@@ line ${at + 1} @@`, `-${line}`, `+${now[at]}`],
  );
  return `--- ${file}\n+++ ${file}\n${lines.join("\n")}\n`;
}
