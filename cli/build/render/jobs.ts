import type { Entry } from "../load/entry.ts";
import type { Texts } from "../load/read-entry.ts";
import { factsFor, SINGLE } from "../plan/shown.ts";
import type { RenderJob, RenderSource } from "./make-page.ts";
import { type Plan, type PlannedPage, isIndexable, shownOn } from "../plan/plan.ts";

/** Routes that exist only in the default locale. */
export const singleRoutesOf = ({ pages, site }: Plan): string[] =>
  pages
    .filter(
      ({ entry, locale }) =>
        locale === site.defaultLocale && entry !== null && SINGLE.has(entry.type),
    )
    .map(({ route }) => route);

/** The data for rendering a page. @param texts texts read during planning, if stored */
export function jobOf(
  plan: Plan,
  page: PlannedPage,
  texts?: ReadonlyMap<string, Texts>,
): RenderJob {
  const { entry, translation } = page;
  const sourceOf = ({ file, type, locale, source, hash }: Entry): RenderSource => ({
    file,
    type,
    locale,
    source,
    hash,
    texts: texts?.get(file),
  });
  return {
    ...shownOn(plan, page),
    id: page.id,
    locale: page.locale,
    route: page.route,
    out: page.out,
    source: entry && sourceOf(entry),
    translation: translation && sourceOf(translation),
    untranslated: page.untranslated,
    locales: page.locales,
    isHollow: page.isHollow,
    offersModel: page.offersModel,
    facts: factsFor(entry?.type ?? "", plan.config, page),
    indexable: isIndexable(page),
    modified: page.modified,
  };
}
