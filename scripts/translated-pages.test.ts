import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadSite } from "#cli/check/load-site.ts";
import { checkMessages } from "#cli/check/messages/messages.ts";
import { checkTranslations } from "#cli/check/translations.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { isLong } from "#tests/left-out.ts";

const ROOT = path.join(import.meta.dirname, "..");
const site = await loadSite({ root: ROOT, home: ROOT });
const { problems } = checkTranslations(site.plan);

/**
 * Pages without any translation in a language: a new page does not have to wait for 13
 * translations.
 */
const untranslated = (code: string): Set<string> =>
  new Set(
    [...site.plan.entries.values()]
      .map(({ id, file }) => ({ file, translation: site.plan.translations.get(code)?.get(id) }))
      .filter(({ translation }) => !translation || translation.present.length === 0)
      .flatMap(({ file, translation }) => (translation ? [file, translation.file] : [file])),
  );

// Missing translations are reported by `toolkit check` and `toolkit locales status`, and fail the
// long run.
describe("LOC-8 all pages are translated, from the English of today", () => {
  it.each(DEFAULT_LOCALES.flatMap(({ code }) => (code === "en" ? [] : [code])))(
    "into %s",
    (code) => {
      const found = problems
        .filter(({ params }) => "locale" in params && params.locale === code)
        .filter(({ location }) => isLong || !untranslated(code).has(location?.file ?? ""))
        .map((each) => `${each.code} ${each.location?.file}`);
      expect(found).toEqual([]);
    },
  );
});

it("LOC-7 all messages are translated from the English of today: `toolkit check` says what to do", () => {
  const stale = checkMessages(site).problems.filter(({ code }) => code === "MESSAGE_STALE");
  expect(stale.map(({ params, location }) => ({ ...params, ...location }))).toEqual([]);
});
