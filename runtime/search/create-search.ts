import type { SearchTool } from "#core/tools/search.ts";
import { indexTools, keyOf } from "./phrases.ts";
import { scoresOf } from "./score.ts";
import { termsOf } from "./terms.ts";
import { unitsOf } from "./units.ts";

/** Results of less than this part of the best are left out. */
const KEPT = 0.3;
/** Results of this part of the best are as good: of them, those that work come first. */
const AS_GOOD = 0.75;

export type Search = (query: string) => readonly SearchTool[];

/**
 * Makes the search over the tools of a locale.
 * @param language BCP 47
 * @returns a function from what was typed to the tools that fit, the best first. Of those that are as
 * good, and of the others, tools that work come before those that are being built.
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
      .filter((at) => scores[at]! >= KEPT * best)
      .sort((a, b) => rank(b) - rank(a) || scores[b]! - scores[a]!)
      .map((at) => tools[at]!);
  };
}
