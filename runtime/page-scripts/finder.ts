import { searchFile, type SearchData, type SearchTool } from "#core/tools/search.ts";
import { createSearch, type Search } from "../search/create-search.ts";

/** What a field asks: the names that the page has, until all that is to be searched is there. */
export interface Finder {
  find(query: string): readonly SearchTool[];
  /** When nothing better will come. */
  readonly settled: Promise<void>;
}

/** The search of each locale whose data have been fetched. */
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

/** Tools as links of the page name them: enough where the rest cannot be had. */
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
  /** Links of the page to tools. */
  readonly links: readonly HTMLElement[];
}

/** @param again is called once more is known, if it ever is */
export function createFinder({ locale, language, links }: FinderInput, again: () => void): Finder {
  let search = createSearch(toolsNamed(links), language);
  const settled = searchOf(locale).then(
    (whole) => {
      search = whole;
      again();
    },
    // Names are found all the same.
    () => {},
  );
  return { find: (query) => search(query), settled };
}
