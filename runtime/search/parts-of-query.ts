import { errorsAllowed, errorsBetween } from "./distance.ts";
import type { SearchUnits } from "#core/search/search-data.ts";

/** How well a unit is matched by one that begins with it, and by one with typing errors. */
const [BEGINNING, MISTYPED] = [0.8, 0.5];

function fitOf(unit: string, listed: string): number {
  if (unit === listed) return 1;
  if (listed.startsWith(unit)) return BEGINNING;
  return errorsBetween(unit, listed, errorsAllowed(unit.length)) === undefined ? 0 : MISTYPED;
}

/**
 * Orders the parts of an index by how likely their tools are what a query means.
 * @param units of the query, each with the file that lists it
 * @returns all parts: those that the units name come first, the others in their own order
 */
export function partsOfQuery(
  units: readonly (readonly [unit: string, file: SearchUnits])[],
  parts: number,
): number[] {
  const scores = Array.from({ length: parts }, () => 0);
  for (const [unit, file] of units) {
    const best = new Map<number, number>();
    for (const [listed, found] of Object.entries(file)) {
      // A unit that few parts have says more about which of them is meant.
      const value = fitOf(unit, listed) / found.length;
      if (value > 0) for (const part of found) best.set(part, Math.max(value, best.get(part) ?? 0));
    }
    for (const [part, value] of best) if (part in scores) scores[part]! += value;
  }
  return [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
}
