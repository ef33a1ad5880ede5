import { mostSimilar } from "../../core/errors/similar.ts";
import type { Comparison } from "./compare.ts";

/** A redirect for `toolkit.config.ts`: what was lost, and the new page that it probably is. */
export interface Proposal {
  readonly from: string;
  readonly to: string;
}

/** Addresses looked at on each side: a proposal is for a person to read. */
const LOOKED_AT = 500;

/**
 * Redirects for addresses that were lost, each to the new address that is spelled most like it in
 * the same language. One for a page covers its languages, as redirects of the configuration do.
 */
export function proposalsOf(comparison: Comparison): Proposal[] {
  const { counts } = comparison;
  if (counts.removed === 0 || counts.added === 0) return [];
  const removed: Address[] = [];
  const added = new Map<string, string[]>();
  for (const { kind, url, locale } of comparison.differences()) {
    if (kind === "removed" && removed.length < LOOKED_AT) removed.push(addressOf(url, locale));
    if (kind !== "added") continue;
    const list = added.get(locale) ?? [];
    if (list.length < LOOKED_AT) added.set(locale, [...list, addressOf(url, locale).route]);
  }
  const found = new Map<string, string>();
  // An address without a prefix is that of the page itself; the others follow from it.
  removed.sort((a, b) => a.prefix.length - b.prefix.length);
  for (const { route, locale } of removed) {
    const to = found.has(route) ? undefined : mostSimilar(route, added.get(locale) ?? []);
    if (to !== undefined) found.set(route, to);
  }
  return [...found].map(([from, to]) => ({ from, to }));
}

interface Address {
  readonly locale: string;
  readonly prefix: string;
  /** Path without the language's prefix. */
  readonly route: string;
}

function addressOf(url: string, locale: string): Address {
  const path = pathOf(url);
  const prefix = `/${locale}`;
  return path.startsWith(`${prefix}/`)
    ? { locale, prefix, route: path.slice(prefix.length) }
    : { locale, prefix: "", route: path };
}

/** A sitemap may list what is no address. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** The rule as it is written into the configuration. */
export const proposalLine = ({ from, to }: Proposal): string =>
  `{ from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)} },`;
