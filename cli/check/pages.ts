import fs from "node:fs";
import path from "node:path";
import { CONTENT_TYPES } from "#core/page/content.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import type { AnyEntry } from "../build/load/entry.ts";
import { withIo } from "../files/files.ts";
import type { LoadedSite } from "./load-site.ts";

/** Minimum number of related tools of a page, unless the site has no more tools. */
const MIN_RELATED = 3;

/** Problems of dates in the future, and of related tools that are too few or repeated. */
export function checkPages(
  { config, plan, texts }: Pick<LoadedSite<AnyEntry>, "config" | "plan" | "texts">,
  today: string,
): Problem[] {
  const tools = [...plan.read.entries.values()].filter(({ type }) => type === "tools").length;
  const required = tools > MIN_RELATED ? MIN_RELATED : 0;
  return texts.flatMap(({ entry }): Problem[] => {
    const { file, modified, type, locale, fixed } = entry;
    const found: Problem[] = [];
    if (modified !== null && modified > today)
      found.push(
        problem("DATE_AHEAD", { date: modified, today }, { file, field: ["modified"] }, "warning"),
      );
    if (type !== "tools" || locale !== config.defaultLocale || fixed === null) return found;
    const related = "related" in fixed ? (fixed.related ?? []) : [];
    related.forEach((slug, at) => {
      if (slug !== null && related.indexOf(slug) < at)
        found.push(
          problem("RELATED_REPEATED", { slug }, { file, field: ["related", at] }, "warning"),
        );
    });
    const count = new Set(related).size;
    if (count < required)
      found.push(
        problem(
          "RELATED_FEW",
          { count, wanted: required },
          { file, field: ["related"] },
          "warning",
        ),
      );
    return found;
  });
}

/** The date in the time zone that is furthest ahead: later dates are in the future everywhere. */
export const todayAnywhere = (now: Date): string =>
  new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);

/** Folders with misspelled names, which are not read. */
export function checkFolders({ root, config }: Pick<LoadedSite, "root" | "config">): Problem[] {
  const codes = config.locales.map(({ code }) => code);
  const odd = (folder: string, known: readonly string[]): Problem[] =>
    foldersIn(path.join(root, folder))
      .filter((name) => !known.includes(name))
      .map((name) =>
        problem(
          "FOLDER_UNKNOWN",
          {
            folder: `${folder}/${name}`,
            similar: findSimilar(name, known),
            known: known.join(", "),
          },
          { file: `${folder}/${name}` },
          "warning",
        ),
      );
  return [
    ...odd("content", CONTENT_TYPES),
    ...odd("locales", codes),
    ...codes.flatMap((code) => odd(`locales/${code}`, CONTENT_TYPES)),
  ];
}

function foldersIn(folder: string): string[] {
  return withIo(folder, () => {
    try {
      return fs
        .readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
        .map(({ name }) => name)
        .sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  });
}
