import { type Problem, problem } from "#core/errors/errors.ts";
import { siteLocale } from "#core/site/site.ts";
import type { AnyEntry } from "../build/load/entry.ts";
import type { LoadedSite, Texts } from "./load-site.ts";

/**
 * Lengths in characters that menus and search engines show; half of them in Chinese, Japanese and
 * Korean.
 */
const LIMITS = {
  name: [1, 30],
  title: [1, 60],
  description: [70, 160],
  titleWithoutEngine: [1, 60],
  descriptionWithoutEngine: [70, 160],
} as const;
type Field = keyof typeof LIMITS;

const HALVED = new Set(["ja", "ko", "zh"]);
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60]/u;

/**
 * Length of a text in characters. If limits are halved because characters are twice as wide, a
 * narrow one (the Latin letters of "MP3") counts half.
 */
export function lengthOf(text: string, halved: boolean): number {
  const characters = Array.from(text.normalize("NFC"));
  if (!halved) return characters.length;
  return Math.ceil(characters.reduce((sum, char) => sum + (WIDE.test(char) ? 1 : 0.5), 0));
}

/** Names, titles and descriptions of unsuitable length. */
export function checkLengths({ plan: { site }, texts }: LoadedSite<AnyEntry>): Problem[] {
  return texts.flatMap((page) => {
    const { file, locale, name, present } = page.entry;
    const halved = HALVED.has(siteLocale(site, locale).language.split("-")[0]!);
    return (Object.keys(LIMITS) as Field[]).flatMap((field) => {
      if (!present.includes(field)) return [];
      const [min, max] = LIMITS[field].map((limit) => (halved ? Math.ceil(limit / 2) : limit));
      const length = lengthOf(field === "name" ? name : page[field], halved);
      if (length >= min! && length <= max!) return [];
      const limits = length > max! ? `${max} at most` : `${min} at least`;
      return [
        problem("TEXT_LENGTH", { field, length, limits }, { file, field: [field] }, "warning"),
      ];
    });
  });
}

/** Pages of one locale with the same title or description. */
export function checkDuplicates({ texts }: Pick<LoadedSite<AnyEntry>, "texts">): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, string>();
  for (const page of texts) {
    const { file, locale } = page.entry;
    for (const field of ["title", "description"] as const) {
      if (page[field] === "") continue;
      const key = `${locale} ${field} ${page[field].normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()}`;
      const other = seen.get(key);
      if (other === undefined) seen.set(key, file);
      else problems.push(problem("TEXT_DUPLICATE", { field, other }, { file, field: [field] }));
    }
  }
  return problems;
}

/** Maximum number of pages that may have the same rating by coincidence. */
const MAX_EQUAL_RATINGS = 2;

/** Pages of available tools with the same rating (SEO-2). */
export function checkRatings({ config, texts, plan }: LoadedSite<AnyEntry>): Problem[] {
  const links = plan.links.get(config.defaultLocale);
  const groups = new Map<
    string,
    { rating: string; pages: Texts<AnyEntry>[]; byDefault: boolean }
  >();
  for (const page of texts) {
    const { entry } = page;
    if (!entry.source || entry.type !== "tools") continue;
    if (entry.faults?.fields.includes("rating")) continue;
    if (links?.get(entry.id)?.link.available === false) continue;
    const own = entry.fixed.rating;
    const rating = own ?? config.seo.defaultRating;
    if (!rating) continue;
    const text = `${rating.value} (${rating.count} ratings, ${rating.reviews} reviews)`;
    const group = groups.get(text) ?? { rating: text, pages: [], byDefault: false };
    group.pages.push(page);
    group.byDefault ||= own === undefined;
    groups.set(text, group);
  }
  return [...groups.values()]
    .filter(({ pages }) => pages.length > MAX_EQUAL_RATINGS)
    .map(({ rating, pages, byDefault }) =>
      problem(
        "RATING_SHARED",
        { count: pages.length, rating },
        byDefault
          ? { file: "toolkit.config.ts", text: "defaultRating" }
          : { file: pages[0]!.entry.file, field: ["rating"] },
        "warning",
      ),
    );
}
