import { findSimilar } from "#core/errors/similar.ts";
import type { Comparison } from "./compare.ts";

/** A redirect for `toolkit.config.ts`: what was lost, and the new page that it probably is. */
export interface Proposal {
  readonly from: string;
  readonly to: string;
}

/** Addresses looked at on each side: a proposal is for a person to read. */
const LOOKED_AT = 500;

/**
 * Redirects for addresses that were lost, each to the new address in the same language that is spelled
 * most like it, or has most of its words, or is the only one. One for a page covers its languages, as
 * redirects of the configuration do.
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
  // The surest first: where a page has led, none leads that is less like it.
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

/** The one address that has more words of another one than all the rest: at least half of them. */
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

/** The only address that is new, where one is lost. */
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

/** A sitemap may list what is no address. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** The rule as it is written into the configuration. */
export const proposalLine = ({ from, to }: Proposal): string =>
  `{ from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)} },`;
