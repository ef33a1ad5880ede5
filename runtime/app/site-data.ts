import { scriptJson } from "../../core/html.ts";
import type { Site } from "../../core/site.ts";
import { linkTo } from "../../core/site.ts";

/** What the browser knows of the site without a request: the inert JSON `#toolkit-site`. */
export interface SiteData {
  readonly locale: string;
  readonly fallback: string;
  /** Locales in which the page can be read. */
  readonly offers: readonly string[];
  readonly locales: readonly {
    readonly code: string;
    readonly language: string;
    readonly dir: "ltr" | "rtl";
    readonly home: string;
  }[];
}

/** Makes the JSON of a locale's pages; only `offers` differs between them. */
export function siteDataOf(site: Site, locale: string): (offers: readonly string[]) => string {
  const locales: SiteData["locales"] = site.locales.map(({ code, language, dir }) => ({
    code,
    language,
    dir,
    home: linkTo(site, locale, code, "/"),
  }));
  const shared = scriptJson({ locale, fallback: site.defaultLocale, locales }).slice(0, -1);
  return (offers) =>
    `<script type="application/json" id="toolkit-site">${shared},"offers":${scriptJson(offers)}}</script>`;
}
