import type { Site } from "./site.ts";
import { urlOf } from "./site.ts";

export interface Alternate {
  readonly hreflang: string;
  readonly href: string;
}

/**
 * The one table behind HTML hreflang, sitemap links, the language switcher and `sitemap diff`:
 * every locale in which the page is translated, itself included, plus `x-default`.
 * A language with one regional locale also gets its bare tag (`pt` → pt-BR), so that readers of
 * other regions are sent there; `zh-Hans` and `zh-Hant` name the scripts of the two Chinese ones.
 * @param locales codes of the locales in which the page exists, in the site's order
 */
export function alternatesOf(site: Site, route: string, locales: readonly string[]): Alternate[] {
  if (locales.length < 2) return [];
  const listed = site.locales.filter(({ code }) => locales.includes(code));
  const rows = listed.map(({ code, language }) => ({
    hreflang: language,
    href: urlOf(site, code, route),
  }));
  const taken = new Set(rows.map(({ hreflang }) => hreflang));
  for (const { code, language } of listed) {
    const wider =
      language === "zh-CN"
        ? ["zh-Hans", "zh"]
        : language === "zh-TW"
          ? ["zh-Hant"]
          : [language.split("-")[0]!];
    for (const tag of wider) {
      if (taken.has(tag)) continue;
      taken.add(tag);
      rows.push({ hreflang: tag, href: urlOf(site, code, route) });
    }
  }
  const fallback = locales.includes(site.defaultLocale) ? site.defaultLocale : listed[0]!.code;
  rows.push({ hreflang: "x-default", href: urlOf(site, fallback, route) });
  return rows;
}
