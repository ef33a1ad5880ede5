import type { Page, PageKind } from "#core/page/page.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { applyPage, applyError } from "./apply.ts";
import type { PageChrome } from "./chrome.ts";
import type { Payloads } from "./payloads.ts";
import type { PageComponent } from "./state.ts";

/** Shared code, styles or data could not be loaded: they may belong to a build that was removed. */
export class ChunkError extends Error {
  override readonly name = "ChunkError";
}

/** Data and code for rendering a page after navigation. */
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
  /** The document of the page, if its chrome is not available. */
  readonly document: Document | null;
}

const chunk = <T>(promise: Promise<T>): Promise<T> =>
  promise.catch((error: unknown) => {
    throw new ChunkError(String(error), { cause: error });
  });

/** Loads everything that a page needs, in parallel, so that it is shown at once. */
export function createPageLoader(options: PageLoaderOptions) {
  const { payloads, loadLocale, loadComponent, loadStyles, loadDocument, loadParts } = options;
  return {
    /** @param chrome present and cached chrome */
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
    /** The page of an error, in place of the requested one. */
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

/** Adds a stylesheet unless it is present; resolves when it applies. */
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
