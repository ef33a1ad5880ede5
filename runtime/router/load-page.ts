import type { Page, PageKind } from "#core/page/page.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { applyPage, applyError } from "./apply.ts";
import type { PageChrome } from "./chrome.ts";
import type { Payloads } from "./payloads.ts";
import type { PageComponent } from "./state.ts";

/**
 * Code, a stylesheet or data that all pages share could not be loaded: they may belong to a build
 * that is gone.
 */
export class ChunkError extends Error {
  override readonly name = "ChunkError";
}

/** What is needed to show a page that came by navigation, and not before. */
export interface PageParts {
  readonly applyPage: typeof applyPage;
  readonly applyError: typeof applyError;
}

export interface PageLoaderOptions {
  readonly loadParts: () => Promise<PageParts>;
  readonly payloads: Payloads;
  readonly loadLocale: (code: string) => Promise<LocaleValue>;
  readonly loadComponent: (kind: PageKind) => Promise<PageComponent>;
  readonly loadStyles: (kind: PageKind) => Promise<void>;
  /** @throws {PayloadError} */
  readonly loadDocument: (path: string) => Promise<Document>;
}

export interface LoadedPage {
  readonly page: Page;
  readonly locale: LocaleValue;
  readonly component: PageComponent;
  readonly parts: PageParts;
  /** The document of the page, where its header and footer are others than those at hand. */
  readonly document: Document | null;
}

const chunk = <T>(promise: Promise<T>): Promise<T> =>
  promise.catch((error: unknown) => {
    throw new ChunkError(String(error), { cause: error });
  });

/** Loads all that a page needs, side by side, so that it is shown at once and whole. */
export function createPageLoader(options: PageLoaderOptions) {
  const { payloads, loadLocale, loadComponent, loadStyles, loadDocument, loadParts } = options;
  return {
    /** @param chrome what is around the page now, and was before */
    async load(path: string, chrome: PageChrome): Promise<LoadedPage> {
      const page = payloads.peek(path) ?? (await payloads.load(path));
      const [locale, component, parts, document] = await Promise.all([
        chunk(loadLocale(page.locale)),
        chunk(loadComponent(page.kind)),
        chunk(loadParts()),
        chrome.isAtHand(page) ? null : loadDocument(path),
        chunk(loadStyles(page.kind)),
      ]);
      return { page, locale, component, parts, document };
    },
    /** What shows an error, for the page in whose place it stands. */
    async loadError(code: string): Promise<Pick<LoadedPage, "locale" | "component" | "parts">> {
      const [locale, component, parts] = await Promise.all([
        chunk(loadLocale(code)),
        chunk(loadComponent("error")),
        chunk(loadParts()),
        chunk(loadStyles("error")),
      ]);
      return { locale, component, parts };
    },
  };
}

export type PageLoader = ReturnType<typeof createPageLoader>;

/** Adds a stylesheet to the document unless it is there; resolves when it applies. */
export function loadStylesheet(document: Document, href: string): Promise<void> {
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.getAttribute("href") === href) return loaded.get(link) ?? Promise.resolve();
  const link = document.createElement("link");
  const promise = new Promise<void>((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new ChunkError(href));
    });
  });
  loaded.set(link, promise);
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
  return promise;
}
const loaded = new WeakMap<HTMLLinkElement, Promise<void>>();
