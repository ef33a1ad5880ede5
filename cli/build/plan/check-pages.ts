import { type Problem, problem } from "#core/errors/errors.ts";
import type { AnySourceEntry, SoundFields } from "../load/entry.ts";

type Sources = ReadonlyMap<string, AnySourceEntry>;

const fieldsOf = (entry: AnySourceEntry): SoundFields<"pages"> | undefined =>
  entry.type === "pages" ? entry.fixed : undefined;

/** Reports a site without a home page, unless a page of unknown kind could be the home page. */
export function checkHome(sources: Sources, drafts: ReadonlySet<string>): Problem[] {
  const pages = [...sources.values()];
  const isHome = (entry: AnySourceEntry): boolean =>
    fieldsOf(entry)?.kind === "home" ||
    (entry.type === "pages" && entry.faults !== undefined && fieldsOf(entry)?.kind === undefined);
  if (pages.some(isHome)) return [];
  return [problem("HOME_MISSING", { pages: pages.length, isDraft: drafts.has("/") })];
}

/** Reports fields that have an effect only on general pages. */
export const checkLayouts = (
  sources: Sources,
  concerns: (entry: AnySourceEntry) => boolean,
): Problem[] =>
  [...sources.values()].filter(concerns).flatMap((entry) => {
    const fields = fieldsOf(entry);
    if (fields?.kind === undefined || fields.kind === "page") return [];
    return (["layout", "sections"] as const)
      .filter((field) => fields[field] !== undefined)
      .map((field) =>
        problem(
          "FIELD_IGNORED",
          { field, kind: fields.kind! },
          { file: entry.file, field: [field] },
        ),
      );
  });
