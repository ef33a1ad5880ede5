import { findAll, siteData } from "./document.ts";
import { createFinder, type Finder } from "./finder.ts";
import { startHomeSearch } from "./home-search.ts";
import { startMenuSearch } from "./menu-search.ts";

interface SearchContainers {
  readonly home: HTMLElement | null;
  readonly menu: HTMLDetailsElement | null;
}

/** Attaches the search to the fields of a page; both share one finder. */
export function startFields({ home, menu }: SearchContainers, signal: AbortSignal): void {
  const { locale } = siteData();
  const language = document.documentElement.lang;
  const finderOf =
    (links: readonly HTMLElement[]) =>
    (again: () => void): Finder =>
      createFinder({ locale, language, links }, () => {
        if (!signal.aborted) again();
      });
  if (home) startHomeSearch(home, finderOf(findAll("[data-tools] [data-tool] a")));
  if (menu) startMenuSearch(menu, { signal, finderOf: finderOf(findAll("ul a[href]", menu)) });
}
