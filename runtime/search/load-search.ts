import { type PartedSearchData, type SearchData, searchFile } from "#core/search/search-data.ts";
import { createSearch, type Search } from "./create-search.ts";

/** Search over the tools of a locale that have been loaded. */
export interface LoadedSearch {
  readonly search: Search;
  readonly isComplete: () => boolean;
  /**
   * Loads the tools that a query needs, first those that it most likely means. A later query ends
   * the loading for an earlier one.
   * @param onTools called when the most likely tools are there, and when others have been added
   */
  readonly request: (query: string, onTools: () => void) => Promise<void>;
}

/** Reads a JSON file of the site. */
export type ReadJson = (file: string) => Promise<unknown>;

export async function loadSearch(code: string, readJson: ReadJson): Promise<LoadedSearch> {
  const data = (await readJson(searchFile(code))) as SearchData | PartedSearchData;
  if ("parts" in data) {
    const { createPartedSearch } = await import("./parted-search.ts");
    return createPartedSearch(data, readJson);
  }
  return {
    search: createSearch(data.tools, data.language),
    isComplete: () => true,
    request: async () => {},
  };
}
