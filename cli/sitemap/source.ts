import type { Site } from "#core/site/site.ts";
import { type Config, siteOf } from "#core/site/config.ts";

/** A file of a side, as chunks of bytes. */
export interface OpenSitemap {
  /** Name of the file in messages. */
  readonly label: string;
  /** Each chunk is valid until the next one is requested. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Outcome of an address that is no longer listed. */
export type RedirectOutcome =
  /** Redirected; the address is the last one of a chain. */
  | { readonly kind: "moved"; readonly to: string }
  /** Still a page, which sitemaps no longer list. */
  | { readonly kind: "unlisted" }
  /** Removed on purpose: the response is 410. */
  | { readonly kind: "gone" }
  | { readonly kind: "removed" };

/** One side of a comparison: a built folder, or a site on the network. */
export interface Source {
  /** Name of the side in the report. */
  readonly name: string;
  /** URLs of the top-level sitemaps. @throws SITEMAP_UNREADABLE if there are none */
  start(): Promise<readonly string[]>;
  /** Opens a file of the site by its address. @throws SITEMAP_UNREADABLE */
  open(url: string): Promise<OpenSitemap>;
  /** @param isListed whether this side lists an address */
  redirectOutcomeOf(url: string, isListed: (url: string) => boolean): Promise<RedirectOutcome>;
  close(): Promise<void>;
}

/** The origins of a site and the folders of a build that are served at them. */
export interface Root {
  readonly origin: string;
  /** `""` for the main origin, else `de/`. */
  readonly folder: string;
}

/** Without a configuration, all addresses belong to the single folder. */
export function rootsOf(config: Config | undefined): readonly Root[] {
  if (!config) return [{ origin: "", folder: "" }];
  return [
    { origin: config.site.origin, folder: "" },
    ...config.locales.flatMap(({ domain, code }) =>
      domain === undefined ? [] : [{ origin: domain, folder: `${code}/` }],
    ),
  ];
}

/** The root of an address: the main one for an unknown origin. */
export const rootOf = (roots: readonly Root[], url: URL): Root =>
  roots.find(({ origin }) => origin === url.origin) ?? roots[0]!;

/** Locale of an address, by its prefix or origin; without a configuration, by its own alternate. */
export function createLocaleOf(
  config: Config | undefined,
): (loc: string, alternates: readonly string[]) => string {
  if (!config)
    return (loc, alternates) =>
      alternates
        .find((each) => each.endsWith(` ${loc}`) && !each.startsWith("x-default "))
        ?.split(" ", 1)[0] ?? "-";
  const site: Site = siteOf(config);
  const domains = new Map(
    site.locales.flatMap(({ domain, code }) => (domain === undefined ? [] : [[domain, code]])),
  );
  const prefixes = new Map(
    site.locales.flatMap(({ prefix, code }) => (prefix === "" ? [] : [[prefix.slice(1), code]])),
  );
  return (loc) => {
    const [, origin = "", first = ""] = /^(\w+:\/\/[^/]*)\/([^/?#]*)/.exec(loc) ?? [];
    return domains.get(origin) ?? prefixes.get(first) ?? site.defaultLocale;
  };
}

/** `Sitemap:` lines of a robots.txt. */
export const sitemapsOfRobots = (text: string): string[] =>
  Array.from(text.matchAll(/^[ \t]*sitemap:[ \t]*(\S+)/gim), ([, url]) => url!);

/** Default locations of sitemaps if robots.txt names none. */
export const DEFAULT_NAMES = [
  "sitemap.xml",
  "sitemap_index.xml",
  "sitemap-index.xml",
  "sitemap.xml.gz",
] as const;
