import type { Page, PageKind, PageLink, ToolGroup } from "./page.ts";
import type { Site } from "../site/site.ts";

/** Links in the menus and the footer of a locale. */
export interface Navigation {
  readonly groups: readonly ToolGroup[];
  readonly policies: readonly PageLink[];
  readonly voices: readonly PageLink[];
  readonly pricing: PageLink | null;
  /** General pages; undefined if there are none. */
  readonly pages?: readonly PageLink[];
  /** False if no accounts are needed: no page requires one, and all tools are free. */
  readonly accounts?: false;
}

/** Messages by file and nested key, with the fallback locale's text for missing keys. */
export type Messages = Readonly<Record<string, MessageTree>>;
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

/**
 * Files that a kind of page loads, as absolute paths. A renderer must write them verbatim and
 * derive nothing from them: if only these paths change, the build replaces them in rendered pages.
 */
export interface PageAssets {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly preloads: readonly string[];
  /** Web fonts; each file covers one script (see `renderAssets`). */
  readonly fonts: readonly string[];
}

export interface LocaleInput {
  readonly site: Site;
  readonly locale: string;
  readonly navigation: Navigation;
  readonly messages: Messages;
  readonly assets: Readonly<Partial<Record<PageKind, PageAssets>>>;
  /** Called with each message key that a rendering looks up, as `file:key`. */
  readonly onMessage: (key: string) => void;
}

/**
 * Contract between the build and the site's server bundle (`runtime/entry-server.tsx`). One
 * renderer serves all pages of a locale, so that shared parts are rendered once.
 */
export type CreateRenderer = (input: LocaleInput) => (page: Page) => string;

export interface ServerBundle {
  readonly createRenderer: CreateRenderer;
  /** Text of the inline scripts in its pages; the build adds their hashes to the CSP. */
  readonly inlineScripts: readonly string[];
}
