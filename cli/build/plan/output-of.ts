import { type Site, siteLocale } from "#core/site/site.ts";

/** Output path of a page. A locale with its own domain has its own root folder. */
export function outputOf(site: Site, code: string, route: string): string {
  const { domain, prefix } = siteLocale(site, code);
  const folder = domain === undefined ? prefix.slice(1) : code;
  return [folder, route.slice(1), "index.html"].filter(Boolean).join("/");
}
