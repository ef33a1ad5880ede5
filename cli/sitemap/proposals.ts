import { findSimilar } from "#core/errors/similar.ts";
import type { Comparison } from "./compare.ts";

/**
 * A redirect for `toolkit.config.ts`: a lost address, and the new page that probably replaces it.
 */
export interface Proposal {
  readonly from: string;
  readonly to: string;
}

/** Maximum number of addresses compared on each side, since people read the proposals. */
const LOOKED_AT = 500;

/**
 * Proposes redirects for lost addresses, each to the new address in the same language with the most
 * similar spelling, or with most of its words, or the only new one. A redirect for a page covers
 * its languages, as in the configuration.
 */
export function proposalsOf(comparison: Comparison): Proposal[] {
  const { counts } = comparison;
  if (counts.removed === 0 || counts.added === 0) return [];
  const removed: Address[] = [];
  const added = new Map<string, string[]>();
  for (const { kind, url, locale } of comparison.differences) {
    if (kind === "removed" && removed.length < LOOKED_AT) removed.push(addressOf(url, locale));
    if (kind !== "added") continue;
    const list = added.get(locale) ?? [];
    if (list.length < LOOKED_AT) added.set(locale, [...list, addressOf(url, locale).route]);
  }
  const found = new Map<string, string>();
  // An address without a prefix is that of the page itself; the others follow from it.
  removed.sort((a, b) => a.prefix.length - b.prefix.length);
  const lostIn = (locale: string): number =>
    removed.filter((each) => each.locale === locale && !found.has(each.route)).length;
  // Most similar first: each page gets one redirect, and each target is used once.
  const taken = new Set<string>();
  for (const likest of [findSimilar, bestMatch, onlyOne])
    for (const { route, locale } of removed) {
      const left = (added.get(locale) ?? []).filter((each) => !taken.has(each));
      const to = found.has(route) ? undefined : likest(route, left, lostIn(locale));
      if (to === undefined) continue;
      found.set(route, to);
      taken.add(to);
    }
  return [...found].map(([from, to]) => ({ from, to }));
}

const splitWords = (route: string): string[] => route.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/**
 * The single address that shares more words with another one than all others: at least half of
 * them.
 */
function bestMatch(route: string, candidates: readonly string[]): string | undefined {
  const words = new Set(splitWords(route));
  const shared = candidates.map(
    (each) => splitWords(each).filter((word) => words.has(word)).length,
  );
  const maxShared = Math.max(0, ...shared);
  if (maxShared === 0 || maxShared * 2 < words.size) return undefined;
  const at = shared.indexOf(maxShared);
  return shared.lastIndexOf(maxShared) === at ? candidates[at] : undefined;
}

/** The only new address, if one is lost. */
const onlyOne = (_: string, candidates: readonly string[], lost: number): string | undefined =>
  lost === 1 && candidates.length === 1 ? candidates[0] : undefined;

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

/** A sitemap may list invalid addresses. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** The rule as written into the configuration. */
export const proposalLine = ({ from, to }: Proposal): string =>
  `{ from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)} },`;
