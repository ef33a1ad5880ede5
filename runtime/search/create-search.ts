import type { SearchTool } from "#core/tools/search.ts";
import { indexTools, keyOf } from "./phrases.ts";
import { scoresOf } from "./score.ts";
import { termsOf } from "./terms.ts";
import { unitsOf } from "./units.ts";

/** Minimum score of a result, as a fraction of the best score. */
const MIN_SCORE = 0.3;
/**
 * Results above this fraction of the best score count as equally good: among them, available tools
 * come first.
 */
const AS_GOOD = 0.75;

export type Search = (query: string) => readonly SearchTool[];

/**
 * Creates the search over the tools of a locale.
 * @param language BCP 47
 * @returns a function from a query to the matching tools, the best first. Among equally good
 *   results, and among the others, available tools come before tools that are being built.
 */
export function createSearch(tools: readonly SearchTool[], language: string): Search {
  const index = indexTools(tools, language);
  return (query) => {
    const units = unitsOf(query, index);
    if (units.length === 0) return [];
    const scores = scoresOf(index, units, keyOf(termsOf(query, language), language));
    const best = Math.max(...scores);
    if (best === 0) return [];
    const rank = (at: number): number =>
      (scores[at]! >= AS_GOOD * best ? 2 : 0) + (tools[at]!.available ? 1 : 0);
    return [...tools.keys()]
      .filter((at) => scores[at]! >= MIN_SCORE * best)
      .sort((a, b) => rank(b) - rank(a) || scores[b]! - scores[a]!)
      .map((at) => tools[at]!);
  };
}
