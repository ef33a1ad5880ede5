import type { Locale } from "./locales.ts";

/** A locale with its place in the address space resolved. */
export interface SiteLocale extends Locale {
  /** `""` for the default locale and for one with a domain, else `/de`. */
  readonly prefix: string;
  /** Origin of its canonical addresses. */
  readonly origin: string;
}

/** What every page knows of the site: safe to ship to the browser. */
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
  /** Whether the server fetches from links. */
  readonly links: boolean;
  /** Whether pages have images for sharing. */
  readonly images: boolean;
  /** Whether alternates name languages without their region, too. */
  readonly widerAlternates: boolean;
}

export function siteLocale(site: Site, code: string): SiteLocale {
  const found = site.locales.find((locale) => locale.code === code);
  if (!found) throw new RangeError(`No locale "${code}"`);
  return found;
}

/** Path of a route in a locale: `/de/audio-trimmer`; the home page of a locale is its prefix. */
export function pathOf(site: Site, code: string, route: string): string {
  const { prefix } = siteLocale(site, code);
  if (route === "/") return site.trailingSlash || prefix === "" ? `${prefix}/` : prefix;
  return `${prefix}${route}${site.trailingSlash ? "/" : ""}`;
}

/** Absolute address of a route in a locale. */
export const urlOf = (site: Site, code: string, route: string): string =>
  siteLocale(site, code).origin + pathOf(site, code, route);

/** Link from a page of one locale to a route in another: absolute only when the origins differ. */
export function linkTo(site: Site, from: string, to: string, route: string): string {
  const path = pathOf(site, to, route);
  return siteLocale(site, from).origin === siteLocale(site, to).origin
    ? path
    : siteLocale(site, to).origin + path;
}
