import { searchFile, type SearchData, type SearchTool } from "#core/tools/search.ts";
import { createSearch, type Search } from "../search/create-search.ts";

/**
 * Answers queries of a search field: from the tool names on the page, until the full search data
 * has loaded.
 */
export interface Finder {
  find(query: string): readonly SearchTool[];
  /** Resolves when the results are final. */
  readonly settled: Promise<void>;
}

/** The search of each locale whose data has been requested. */
const searches = new Map<string, Promise<Search>>();

function searchOf(code: string): Promise<Search> {
  let found = searches.get(code);
  if (!found) {
    found = fetch(`/${searchFile(code)}`)
      .then((response) => {
        if (!response.ok) throw new RangeError(`No search data for ${code}`);
        return response.json() as Promise<SearchData>;
      })
      .then(({ tools, language }) => createSearch(tools, language));
    found.catch(() => searches.delete(code));
    searches.set(code, found);
  }
  return found;
}

/** Tools by their links on the page: the fallback if the search data cannot be loaded. */
const toolsNamed = (links: readonly HTMLElement[]): SearchTool[] =>
  links.map((link) => ({
    slug: "",
    path: link.getAttribute("href")!,
    name: link.textContent,
    tagline: "",
    description: "",
    keywords: [],
    topics: [],
    available: true,
  }));

interface FinderInput {
  readonly locale: string;
  /** BCP 47 */
  readonly language: string;
  /** Links to tools on the page. */
  readonly links: readonly HTMLElement[];
}

/** @param again called when more data has loaded */
export function createFinder({ locale, language, links }: FinderInput, again: () => void): Finder {
  let search = createSearch(toolsNamed(links), language);
  const settled = searchOf(locale).then(
    (whole) => {
      search = whole;
      again();
    },
    // The search by names still works.
    () => {},
  );
  return { find: (query) => search(query), settled };
}
