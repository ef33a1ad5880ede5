import { scriptJson } from "#core/page/html.ts";
import type { Page } from "#core/page/page.ts";
import { type Site, linkTo } from "#core/site/site.ts";

/** Site data in the inert JSON of `#toolkit-site`, available without a request. */
export interface SiteData {
  readonly locale: string;
  readonly fallback: string;
  readonly locales: readonly {
    readonly code: string;
    readonly language: string;
    readonly dir: "ltr" | "rtl";
    readonly home: string;
  }[];
  /** Locales that the page exists in. */
  readonly offers: readonly string[];
  /** Page data for hydration: everything except the texts, which are in the document. */
  readonly page: PageStub;
}

/** A page without the texts of its static parts. */
export type PageStub = Pick<Page, (typeof STUB)[number]> & Readonly<Record<string, unknown>>;

const STUB = ["id", "kind", "locale", "route", "path", "indexable", "name", "title"] as const;
const TOOL_STUB = ["slug", "menu", "panel", "preset", "cost", "group", "available"];

/** The page's part of the site data. */
export const pageFacts = (page: Page): Pick<SiteData, "offers" | "page"> => ({
  offers: page.locales,
  page: Object.fromEntries(
    [...STUB, ...(page.kind === "tool" ? TOOL_STUB : [])].map((name) => [
      name,
      page[name as keyof Page],
    ]),
  ) as PageStub,
});

/** The locale's part of the site data. */
export const localeFacts = (
  site: Site,
  locale: string,
): Pick<SiteData, "locale" | "fallback" | "locales"> => ({
  locale,
  fallback: site.defaultLocale,
  locales: site.locales.map(({ code, language, dir }) => ({
    code,
    language,
    dir,
    home: linkTo(site, locale, code, "/"),
  })),
});

/** Creates a function that serializes the site data of a locale's pages. */
export function siteDataOf(site: Site, locale: string): (page: Page) => string {
  const shared = scriptJson(localeFacts(site, locale)).slice(0, -1);
  return (page) =>
    `<script type="application/json" id="toolkit-site">${shared},${scriptJson(pageFacts(page)).slice(1)}</script>`;
}
