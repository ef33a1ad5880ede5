import type { Page, PageKind, PageLink, ToolGroup } from "./page.ts";
import type { Site } from "../site/site.ts";

/** What the menus and the footer of a locale list. */
export interface Navigation {
  readonly groups: readonly ToolGroup[];
  readonly policies: readonly PageLink[];
  readonly voices: readonly PageLink[];
  readonly pricing: PageLink | null;
  /** General pages; absent where there is none. */
  readonly pages?: readonly PageLink[];
  /** False where nothing needs an account: no page is about one, and no tool costs anything. */
  readonly accounts?: false;
}

/** Message file → nested keys → text; the fallback locale's text where a key is missing. */
export type Messages = Readonly<Record<string, MessageTree>>;
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

/**
 * Files that a page of a kind loads, as absolute paths. A renderer writes them as they are and makes
 * nothing else of them: where they alone have changed, the build puts the new ones in their place.
 */
export interface PageAssets {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly preloads: readonly string[];
}

export interface LocaleInput {
  readonly site: Site;
  readonly locale: string;
  readonly navigation: Navigation;
  readonly messages: Messages;
  readonly assets: Readonly<Partial<Record<PageKind, PageAssets>>>;
  /** Told every message key that a rendering looks up, as `file:key`. */
  readonly onMessage: (key: string) => void;
}

/**
 * The contract between the build and the site's server bundle (`runtime/entry-server.tsx`).
 * One renderer serves all pages of a locale, so that what they share is rendered once.
 */
export type CreateRenderer = (input: LocaleInput) => (page: Page) => string;

/** What `runtime/entry-server.tsx` exports. */
export interface ServerBundle {
  readonly createRenderer: CreateRenderer;
  /** Text of the inline scripts that its pages contain; the build puts their hashes into the CSP. */
  readonly inlineScripts: readonly string[];
}
