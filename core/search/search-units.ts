import type { PartedSearchData, SearchTool, SearchUnits } from "./search-data.ts";
import { stemOf } from "./stems.ts";
import { pairsOf, termsOf } from "./terms.ts";

/**
 * Units by which the parts of a search index are found: stems of words, and pairs of letters in
 * scripts without spaces.
 */
export function unitsIn(text: string, language: string, isQuery = false): string[] {
  const { words, runs } = termsOf(text, language, isQuery);
  return [...words.map((word) => stemOf(word, language)), ...runs.flatMap(pairsOf)];
}

/** Orders units as `firstUnits` are, which is independent of the machine's language. */
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Lists the parts of an index by the units of their tools' names and keywords.
 * @returns one file for each part: their number grows as the tools do, and their size does not
 */
export function unitFilesOf(parts: readonly (readonly SearchTool[])[], language: string) {
  const partsOf = new Map<string, Set<number>>();
  parts.forEach((tools, part) => {
    for (const { name, keywords } of tools)
      for (const unit of [name, ...keywords].flatMap((text) => unitsIn(text, language))) {
        const found = partsOf.get(unit);
        if (found) found.add(part);
        else partsOf.set(unit, new Set([part]));
      }
  });
  const units = [...partsOf].sort(([a], [b]) => byCodeUnits(a, b));
  const size = Math.max(1, Math.ceil(units.length / parts.length));
  const files = parts.map((_, at): SearchUnits =>
    Object.fromEntries(
      units.slice(at * size, (at + 1) * size).map(([unit, found]) => [unit, [...found]]),
    ),
  );
  // Read from the sorted list: an object would list units of digits first.
  const firstUnits = parts.flatMap((_, at) => units[at * size]?.[0] ?? []);
  return { files, firstUnits };
}

/** Index of the file that lists a unit, and units that begin with it. */
export const unitFileOf = ({ firstUnits }: PartedSearchData, unit: string): number =>
  Math.max(
    0,
    firstUnits.findLastIndex((first) => first <= unit),
  );
