import type { Section } from "#core/page/content.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import type { Entry } from "../build/load/entry.ts";
import { type Plan, missingSections, staleSections } from "../build/plan/plan.ts";

/** Translation status of a locale. Pages that exist only in the default locale do not count. */
export interface LocaleStatus {
  readonly locale: string;
  readonly pages: number;
  /** Number of pages with all sections. */
  readonly translated: number;
  /** Number of pages with a section that is older than its English, or has no stamp. */
  readonly stale: number;
  /** Number of pages that lack a section. */
  readonly missing: number;
  readonly messages: number;
  readonly messagesMissing: number;
}

/** Translated sections whose English has changed, and those without a stamp. */
export function splitStale(
  source: Entry,
  translation: Entry,
): { stale: Section[]; unstamped: Section[] } {
  const sections = staleSections(source, translation);
  return {
    stale: sections.filter((section) => translation.sections[section] !== undefined),
    unstamped: sections.filter((section) => translation.sections[section] === undefined),
  };
}

/** Missing and outdated translations (LOC-7). */
export function checkTranslations(plan: Plan): {
  problems: Problem[];
  statuses: Omit<LocaleStatus, "messages" | "messagesMissing">[];
} {
  const problems: Problem[] = [];
  const statuses = new Map(
    plan.config.locales
      .filter(({ code }) => code !== plan.config.defaultLocale)
      .map(({ code }) => [code, { locale: code, pages: 0, translated: 0, stale: 0, missing: 0 }]),
  );
  for (const { entry, locale } of plan.pages) {
    const status = statuses.get(locale);
    if (!entry || !status) continue;
    const translation = plan.read.translations.get(locale)?.get(entry.id);
    const untranslated = missingSections(entry, translation);
    status.pages++;
    if (untranslated.length === 0) status.translated++;
    else {
      status.missing++;
      const params = { locale, sections: untranslated.join(", ") };
      const { file } = translation ?? entry;
      problems.push(problem("TRANSLATION_MISSING", params, { file }, "warning"));
    }
    if (!translation) continue;
    const { file } = translation;
    const { stale, unstamped } = splitStale(entry, translation);
    if (stale.length + unstamped.length > 0) status.stale++;
    if (stale.length > 0) {
      const params = { locale, sections: stale.join(", ") };
      const location = { file, field: [stale[0]!] };
      problems.push(problem("TRANSLATION_STALE", params, location, "warning"));
    }
    if (unstamped.length > 0 && !translation.faults?.fields.includes("source")) {
      const params = { locale, sections: unstamped.join(", ") };
      problems.push(problem("TRANSLATION_UNSTAMPED", params, { file }, "warning"));
    }
  }
  return { problems, statuses: [...statuses.values()] };
}
