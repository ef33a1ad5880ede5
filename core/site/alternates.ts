import { type Site, urlOf } from "./site.ts";

export interface Alternate {
  readonly hreflang: string;
  readonly href: string;
}

/** An alternate's URL before and after the route. */
interface Pattern {
  readonly hreflang: string;
  readonly before: string;
  readonly after: string;
}

/** A route that no page has, used to split a URL into a pattern. */
const MARK = "/\0";

/** Cache of patterns by set of locales, because there are few sets and many pages. */
const known = new WeakMap<Site, Map<string, readonly Pattern[]>>();

/**
 * The alternates of a page, shared by HTML hreflang, sitemap links, the language switcher and
 * `sitemap diff`: every locale in which the page is translated, including its own, plus
 * `x-default`. If configured, a language with a single regional locale also gets its bare tag (`pt`
 * → pt-BR), so that readers of other regions are directed there; `zh-Hans` and `zh-Hant` name the
 * scripts of the two Chinese locales.
 * @param locales codes of the locales in which the page exists, in the site's order
 */
export function alternatesOf(site: Site, route: string, locales: readonly string[]): Alternate[] {
  if (locales.length < 2) return [];
  let sets = known.get(site);
  if (!sets) known.set(site, (sets = new Map()));
  const set = `${route === "/" ? "/" : ""} ${locales.join()}`;
  let patterns = sets.get(set);
  if (!patterns) sets.set(set, (patterns = patternsOf(site, route === "/" ? "/" : MARK, locales)));
  return patterns.map(({ hreflang, before, after }) => ({
    hreflang,
    href: route === "/" ? before : before + route + after,
  }));
}

function patternsOf(site: Site, route: string, locales: readonly string[]): Pattern[] {
  const listed = site.locales.filter(({ code }) => locales.includes(code));
  const pattern = (hreflang: string, code: string): Pattern => {
    const [before, after = ""] = urlOf(site, code, route).split(MARK) as [string, string?];
    return { hreflang, before, after };
  };
  const rows = listed.map(({ code, language }) => pattern(language, code));
  const taken = new Set(rows.map(({ hreflang }) => hreflang));
  for (const { code, language } of site.widerAlternates ? listed : []) {
    const wider =
      language === "zh-CN"
        ? ["zh-Hans", "zh"]
        : language === "zh-TW"
          ? ["zh-Hant"]
          : [language.split("-")[0]!];
    for (const tag of wider) {
      if (taken.has(tag)) continue;
      taken.add(tag);
      rows.push(pattern(tag, code));
    }
  }
  const fallback = locales.includes(site.defaultLocale) ? site.defaultLocale : listed[0]!.code;
  rows.push(pattern("x-default", fallback));
  return rows;
}
