import type { SearchTool } from "#core/search/search-data.ts";
import { termsOf } from "#core/search/terms.ts";
import { addTools, createIndex, keyOf } from "./phrases.ts";
import { scoresOf } from "./score.ts";
import { unitsOf } from "./units.ts";

/** Minimum score of a result, as a fraction of the best score. */
const MIN_SCORE = 0.3;
/**
 * Results above this fraction of the best score count as equally good: among them, available tools
 * come first.
 */
const AS_GOOD = 0.75;

export type Search = (query: string) => readonly SearchTool[];

/** A search whose tools arrive in parts. */
export interface GrowingSearch {
  readonly search: Search;
  /** @param from index of the first tool among all tools of the locale */
  readonly add: (tools: readonly SearchTool[], from: number) => void;
}

/**
 * Creates a search without tools.
 * @param language BCP 47
 * @returns a function from a query to the matching tools, the best first. Among equally good
 *   results, and among the others, available tools come before tools that are being built. The
 *   order in which tools are added does not change results.
 */
export function createGrowingSearch(language: string): GrowingSearch {
  const index = createIndex(language);
  const { tools } = index;
  /** Index of each tool among all tools of the locale, which orders equal results. */
  const order: number[] = [];
  const search: Search = (query) => {
    const units = unitsOf(query, index);
    if (units.length === 0) return [];
    const scores = scoresOf(index, units, keyOf(termsOf(query, language), language));
    const best = scores.reduce((max, score) => Math.max(max, score), 0);
    if (best === 0) return [];
    const rank = (at: number): number =>
      (scores[at]! >= AS_GOOD * best ? 2 : 0) + (tools[at]!.available ? 1 : 0);
    return [...tools.keys()]
      .filter((at) => scores[at]! >= MIN_SCORE * best)
      .sort((a, b) => rank(b) - rank(a) || scores[b]! - scores[a]! || order[a]! - order[b]!)
      .map((at) => tools[at]!);
  };
  return {
    search,
    add: (added, from) => {
      for (const at of added.keys()) order.push(from + at);
      addTools(index, added);
    },
  };
}

/** Creates the search over all tools of a locale. */
export function createSearch(tools: readonly SearchTool[], language: string): Search {
  const { search, add } = createGrowingSearch(language);
  add(tools, 0);
  return search;
}
