import { columnsOf, DESCRIPTION_COLUMNS, TITLE_COLUMNS } from "#core/page/document-title.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import type { AnyEntry } from "../build/load/entry.ts";
import type { LoadedSite, Texts } from "./load-site.ts";

/** Widths in columns that menus and search engines show, most of them for a description. */
const LIMITS = {
  name: [1, 30],
  title: [1, TITLE_COLUMNS],
  description: DESCRIPTION_COLUMNS,
  titleWithoutEngine: [1, TITLE_COLUMNS],
  descriptionWithoutEngine: DESCRIPTION_COLUMNS,
} as const;
type Field = keyof typeof LIMITS;

/** Names, titles and descriptions of unsuitable length. */
export function checkLengths({ texts }: Pick<LoadedSite<AnyEntry>, "texts">): Problem[] {
  return texts.flatMap((page) => {
    const { file, name, present } = page.entry;
    return (Object.keys(LIMITS) as Field[]).flatMap((field) => {
      if (!present.includes(field)) return [];
      const [min, max] = LIMITS[field];
      const columns = columnsOf(field === "name" ? name : page[field]);
      if (columns >= min && columns <= max) return [];
      const limits = columns > max ? `${max} at most` : `${min} at least`;
      return [
        problem("TEXT_LENGTH", { field, columns, limits }, { file, field: [field] }, "warning"),
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
