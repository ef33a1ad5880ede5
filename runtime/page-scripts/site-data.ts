import { scriptJson } from "#core/page/html.ts";
import type { Page } from "#core/page/page.ts";
import { type Site, linkTo } from "#core/site/site.ts";

/** What the browser knows of the site without a request: the inert JSON `#toolkit-site`. */
export interface SiteData {
  readonly locale: string;
  readonly fallback: string;
  readonly locales: readonly {
    readonly code: string;
    readonly language: string;
    readonly dir: "ltr" | "rtl";
    readonly home: string;
  }[];
  /** Locales in which the page can be read. */
  readonly offers: readonly string[];
  /** What hydration needs of the page: all but its texts, which are in the document. */
  readonly page: PageStub;
}

/** A page without the texts that its static parts show. */
export type PageStub = Pick<Page, (typeof STUB)[number]> & Readonly<Record<string, unknown>>;

const STUB = ["id", "kind", "locale", "route", "path", "indexable", "name", "title"] as const;
const TOOL_STUB = ["slug", "menu", "panel", "preset", "cost", "group", "available"];

/** What the site data say of a page. */
export const pageFacts = (page: Page): Pick<SiteData, "offers" | "page"> => ({
  offers: page.locales,
  page: Object.fromEntries(
    [...STUB, ...(page.kind === "tool" ? TOOL_STUB : [])].map((name) => [
      name,
      page[name as keyof Page],
    ]),
  ) as PageStub,
});

/** What they say of a locale. */
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

/** Makes the JSON of a locale's pages. */
export function siteDataOf(site: Site, locale: string): (page: Page) => string {
  const shared = scriptJson(localeFacts(site, locale)).slice(0, -1);
  return (page) =>
    `<script type="application/json" id="toolkit-site">${shared},${scriptJson(pageFacts(page)).slice(1)}</script>`;
}
