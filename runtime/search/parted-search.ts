import type { PartedSearchData, SearchTool, SearchUnits } from "#core/search/search-data.ts";
import { unitFileOf, unitsIn } from "#core/search/search-units.ts";
import { createGrowingSearch } from "./create-search.ts";
import type { LoadedSearch, ReadJson } from "./load-search.ts";
import { partsOfQuery } from "./parts-of-query.ts";

/** Maximum number of units of a query by which parts are found. */
const MAX_UNITS = 4;
/** Number of parts that are requested at the same time, after the first one. */
const BATCH = 6;
/**
 * Number of parts up to which all are loaded, so that results are those of one index, and of how
 * many of more parts a query loads: a browser cannot hold the index of any number of tools.
 */
const [ALL_OF, SOME] = [64, 8];

/** Search over tools in parts, which are loaded for queries. */
export function createPartedSearch(data: PartedSearchData, readJson: ReadJson): LoadedSearch {
  const { language, parts, toolsAPart, units: unitFiles } = data;
  const { search, add } = createGrowingSearch(language);
  const reads = new Map<string, Promise<unknown>>();
  let missing = parts.length;
  /** Reads a file once; one that could not be read may be requested again. */
  const readOnce = (file: string, onRead?: (value: unknown) => void): Promise<unknown> => {
    let read = reads.get(file);
    if (!read) {
      read = readJson(file).then((value) => {
        onRead?.(value);
        return value;
      });
      read.catch(() => reads.delete(file));
      reads.set(file, read);
    }
    return read;
  };
  const loadPart = (part: number): Promise<unknown> =>
    readOnce(parts[part]!, (tools) => {
      add(tools as readonly SearchTool[], part * toolsAPart);
      missing -= 1;
    });

  async function orderFor(query: string): Promise<number[]> {
    const units = [...new Set(unitsIn(query, language, true))]
      .sort((a, b) => b.length - a.length)
      .slice(0, MAX_UNITS);
    const listed = await Promise.all(
      units.map(async (unit) => {
        const file = await readOnce(unitFiles[unitFileOf(data, unit)]!);
        return [unit, file as SearchUnits] as const;
      }),
    );
    return partsOfQuery(listed, parts.length).slice(0, parts.length > ALL_OF ? SOME : undefined);
  }

  let latest: { query: string; done: Promise<void> } | undefined;
  async function load(query: string, onTools: () => void): Promise<void> {
    const order = await orderFor(query);
    for (let at = 0; at < order.length; at += at === 0 ? 1 : BATCH) {
      if (latest?.query !== query) return;
      const before = missing;
      await Promise.all(order.slice(at, at === 0 ? 1 : at + BATCH).map(loadPart));
      if (at === 0 || missing < before) onTools();
    }
  }
  return {
    search,
    isComplete: () => missing === 0,
    request: (query, onTools) => {
      if (latest?.query !== query) {
        const started = { query, done: Promise.resolve() };
        latest = started;
        started.done = load(query, onTools);
        started.done.catch(() => {
          if (latest === started) latest = undefined;
        });
      }
      return latest.done;
    },
  };
}
