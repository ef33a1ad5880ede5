import type { Site } from "#core/site/site.ts";
import { type Config, siteOf } from "#core/site/config.ts";

/** A file of a side, as pieces of bytes. */
export interface OpenSitemap {
  /** What it is called in messages. */
  readonly label: string;
  /** Each holds until the next is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** What becomes of an address that is no longer listed. */
export type RedirectOutcome =
  /** Redirected; the address is the last one of a chain. */
  | { readonly kind: "moved"; readonly to: string }
  /** Still a page, which sitemaps do not list any more. */
  | { readonly kind: "unlisted" }
  /** Removed on purpose: the answer is 410. */
  | { readonly kind: "gone" }
  | { readonly kind: "removed" };

/** One side of a comparison: a built folder, or a site on the network. */
export interface Source {
  /** What the report calls it. */
  readonly name: string;
  /** Addresses of the sitemaps to begin with. @throws SITEMAP_UNREADABLE when there is none */
  start(): Promise<readonly string[]>;
  /** A file of the site by its address. @throws SITEMAP_UNREADABLE */
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

/** Without a configuration every address belongs to the one folder. */
export function rootsOf(config: Config | undefined): readonly Root[] {
  if (!config) return [{ origin: "", folder: "" }];
  return [
    { origin: config.site.origin, folder: "" },
    ...config.locales.flatMap(({ domain, code }) =>
      domain === undefined ? [] : [{ origin: domain, folder: `${code}/` }],
    ),
  ];
}

/** The root that an address belongs to: the main one for an origin that nobody knows. */
export const rootOf = (roots: readonly Root[], url: URL): Root =>
  roots.find(({ origin }) => origin === url.origin) ?? roots[0]!;

/** Which locale an address belongs to, as its prefix or its origin tells; without a configuration, as its own alternate tells. */
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

/** Where sitemaps are when robots.txt names none. */
export const DEFAULT_NAMES = [
  "sitemap.xml",
  "sitemap_index.xml",
  "sitemap-index.xml",
  "sitemap.xml.gz",
] as const;
