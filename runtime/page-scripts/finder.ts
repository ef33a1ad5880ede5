import type { SearchTool } from "#core/search/search-data.ts";
import { createSearch } from "../search/create-search.ts";
import { type LoadedSearch, loadSearch } from "../search/load-search.ts";

/**
 * Answers queries of a search field: from the tool names on the page, until the search data has
 * loaded.
 */
export interface Finder {
  find(query: string): readonly SearchTool[];
  /** Resolves when the latest query has results of the search data, or when these are final. */
  readonly answered: Promise<void>;
  /** Resolves when the results of the latest query are final. */
  readonly settled: Promise<void>;
}

/** The search of each locale whose data has been requested. */
const searches = new Map<string, Promise<LoadedSearch>>();

async function readJson(file: string): Promise<unknown> {
  const response = await fetch(`/${file}`);
  if (!response.ok) throw new RangeError(`No search data: ${file}`);
  return await response.json();
}

function searchOf(code: string): Promise<LoadedSearch> {
  let found = searches.get(code);
  if (!found) {
    found = loadSearch(code, readJson);
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
  const named = createSearch(toolsNamed(links), language);
  let loaded: LoadedSearch | undefined;
  let requested: Promise<void> = Promise.resolve();
  /** First results of a query, which is requested again whenever more data has loaded. */
  let first: { readonly query: string; readonly done: Promise<void> } | undefined;
  const ready = searchOf(locale).then(
    (found) => {
      loaded = found;
      again();
    },
    // The search by names still works.
    () => {},
  );
  return {
    find: (query) => {
      if (!loaded) return named(query);
      if (loaded.isComplete()) return loaded.search(query);
      const { request, search } = loaded;
      let onFirst = (): void => {};
      if (first?.query !== query)
        first = { query, done: new Promise((resolve) => (onFirst = resolve)) };
      requested = request(query, () => {
        again();
        if (search(query).length > 0) onFirst();
      }).catch(() => {});
      void requested.then(onFirst);
      const found = loaded.search(query);
      const paths = new Set(found.map(({ path }) => path));
      return [...found, ...named(query).filter(({ path }) => !paths.has(path))];
    },
    get answered() {
      return ready.then(() => (loaded?.isComplete() ? undefined : first?.done));
    },
    get settled() {
      return ready.then(() => requested);
    },
  };
}
