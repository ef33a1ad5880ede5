import fs from "node:fs";
import path from "node:path";
import { CONTENT_TYPES } from "#core/page/content.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import type { AnyEntry } from "../build/load/entry.ts";
import { withIo } from "../files/files.ts";
import type { LoadedSite } from "./load-site.ts";

/** Related tools that a page should have; a site of no more tools has nothing to choose from. */
const LEAST_RELATED = 3;

/** Dates in the future, and lists of related tools that are short or repeat themselves. */
export function checkPages(
  { config, plan, texts }: Pick<LoadedSite<AnyEntry>, "config" | "plan" | "texts">,
  today: string,
): Problem[] {
  const tools = [...plan.read.entries.values()].filter(({ type }) => type === "tools").length;
  const wanted = tools > LEAST_RELATED ? LEAST_RELATED : 0;
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
    if (count < wanted)
      found.push(
        problem("RELATED_FEW", { count, wanted }, { file, field: ["related"] }, "warning"),
      );
    return found;
  });
}

/** The day in the time zone that is furthest ahead: what is the future everywhere. */
export const todayAnywhere = (now: Date): string =>
  new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);

/** Folders in which nobody looks, since their names are misspelt. */
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
