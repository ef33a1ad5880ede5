import type { Page } from "#core/page/page.ts";
import { type Site, linkTo } from "#core/site/site.ts";
import { ROUTES } from "./routes.ts";

/** Header, footer and banner: what stays around the page while pages change. */
const PARTS = ".skip-link, header, [data-language-banner], footer";

/** Elements of a document's body, in order. */
interface Parts {
  readonly before: readonly Element[];
  readonly after: readonly Element[];
}

type Framed = Pick<Page, "kind" | "locale">;

/** Two pages with the same kind of chrome can share it. */
const chromeOf = ({ kind, locale }: Framed): string => {
  const { layout, single } = ROUTES[kind];
  return layout === "none" ? "none" : `${locale}${single ? " single" : ""}`;
};

/** Takes the chrome out of a document. */
function takeParts(document: Document): Parts {
  const [before, after]: [Element[], Element[]] = [[], []];
  let place = before;
  for (const element of Array.from(document.body.children)) {
    if (element.id === "content") place = after;
    if (!element.matches(PARTS)) continue;
    element.remove();
    place.push(element);
  }
  return { before, after };
}

/** What is around the page: changed where another language or layout begins, and kept for the way back. */
export function createChrome(document: Document, first: Framed) {
  const kept = new Map<string, Parts>();
  let shown = chromeOf(first);
  return {
    /** Whether a page can have what belongs around it without its document. */
    isAtHand(page: Framed): boolean {
      const wanted = chromeOf(page);
      return wanted === "none" || wanted === shown || kept.has(wanted);
    },
    /**
     * Puts around a page what belongs there (NAV-7).
     * @param from the page's document, where it is not at hand
     */
    change(page: Framed, from: Document | null): void {
      const wanted = chromeOf(page);
      if (wanted === shown) return;
      const parts = kept.get(wanted) ?? (from && takeParts(from));
      if (!parts && wanted !== "none") return;
      const old = takeParts(document);
      if (shown !== "none") kept.set(shown, old);
      shown = wanted;
      const main = document.getElementById("content")!;
      main.before(...(parts?.before ?? []));
      main.after(...(parts?.after ?? []));
    },
  };
}

export type PageChrome = ReturnType<typeof createChrome>;

/**
 * Points the language links to a page, and marks it where the menus list it.
 * @param elsewhere its route in other languages
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
