import type { Locale } from "./locales.ts";

/** A locale with its resolved URL prefix and origin. */
export interface SiteLocale extends Locale {
  /** `""` for the default locale and for one with its own domain, otherwise `/de`. */
  readonly prefix: string;
  /** Origin of its canonical URLs. */
  readonly origin: string;
}

/** Site data that all pages need; safe to send to the browser. */
export interface Site {
  readonly name: string;
  readonly origin: string;
  readonly trailingSlash: boolean;
  readonly defaultLocale: string;
  readonly locales: readonly SiteLocale[];
  /** Shown in the footer and used in structured data. */
  readonly contact: string;
  readonly social: readonly { readonly name: string; readonly url: string }[];
  readonly apiBase: string;
  /** Whether the server fetches media from links. */
  readonly links: boolean;
  /** Whether pages have sharing images. */
  readonly images: boolean;
  /** Whether alternates include bare languages without a region. */
  readonly widerAlternates: boolean;
}

export function siteLocale(site: Site, code: string): SiteLocale {
  const found = site.locales.find((locale) => locale.code === code);
  if (!found) throw new RangeError(`No locale "${code}"`);
  return found;
}

/** Path of a route in a locale: `/de/audio-trimmer`; for the home page, the locale's prefix. */
export function pathOf(site: Site, code: string, route: string): string {
  const { prefix } = siteLocale(site, code);
  if (route === "/") return site.trailingSlash || prefix === "" ? `${prefix}/` : prefix;
  return `${prefix}${route}${site.trailingSlash ? "/" : ""}`;
}

export const urlOf = (site: Site, code: string, route: string): string =>
  siteLocale(site, code).origin + pathOf(site, code, route);

/** Link from a page in one locale to a route in another: absolute only if the origins differ. */
export function linkTo(site: Site, from: string, to: string, route: string): string {
  const path = pathOf(site, to, route);
  return siteLocale(site, from).origin === siteLocale(site, to).origin
    ? path
    : siteLocale(site, to).origin + path;
}
