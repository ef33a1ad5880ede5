import type { Page } from "#core/page/page.ts";
import { type Site, linkTo } from "#core/site/site.ts";
import { ROUTES } from "./routes.ts";

/** Page chrome: header, footer and banner, which stay while pages change. */
const PARTS = ".skip-link, header, [data-language-banner], footer";

/** Elements of the document's body, in order. */
interface Parts {
  readonly before: readonly Element[];
  readonly after: readonly Element[];
}

type Framed = Pick<Page, "kind" | "locale">;

/** Pages with equal keys share their chrome. */
const chromeOf = ({ kind, locale }: Framed): string => {
  const { layout, single } = ROUTES[kind];
  return layout === "none" ? "none" : `${locale}${single ? " single" : ""}`;
};

/** Extracts the chrome of a document. */
function takeParts(document: Document): Parts {
  const [before, after]: [Element[], Element[]] = [[], []];
  let side = before;
  for (const element of Array.from(document.body.children)) {
    if (element.id === "content") side = after;
    if (!element.matches(PARTS)) continue;
    element.remove();
    side.push(element);
  }
  return { before, after };
}

/**
 * The chrome around the page. Replaced when the language or layout changes, and cached for the way
 * back.
 */
export function createChrome(document: Document, first: Framed) {
  const cached = new Map<string, Parts>();
  let shown = chromeOf(first);
  return {
    /** Whether the chrome of a page is available without its document. */
    isAtHand(page: Framed): boolean {
      const chromeKey = chromeOf(page);
      return chromeKey === "none" || chromeKey === shown || cached.has(chromeKey);
    },
    /**
     * Puts the chrome of a page into the document (NAV-7).
     * @param from the page's document, if the chrome is not cached
     */
    change(page: Framed, from: Document | null): void {
      const chromeKey = chromeOf(page);
      if (chromeKey === shown) return;
      const parts = cached.get(chromeKey) ?? (from && takeParts(from));
      if (!parts && chromeKey !== "none") return;
      const old = takeParts(document);
      if (shown !== "none") cached.set(shown, old);
      shown = chromeKey;
      const main = document.getElementById("content")!;
      main.before(...(parts?.before ?? []));
      main.after(...(parts?.after ?? []));
    },
  };
}

export type PageChrome = ReturnType<typeof createChrome>;

/**
 * Updates the language links, and marks the page in menus.
 * @param elsewhere routes of the page in other languages
 */
export function updateChrome(
  document: Document,
  site: Site,
  { locale, path, route }: Pick<Page, "locale" | "path" | "route">,
  elsewhere: string,
): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("body > :not(main) a")) {
    const code = link.dataset["language"];
    if (code === undefined) {
      if (link.getAttribute("href") === path && link.closest("header"))
        link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    } else if (site.locales.some((known) => known.code === code))
      link.setAttribute("href", linkTo(site, locale, code, code === locale ? route : elsewhere));
  }
}
