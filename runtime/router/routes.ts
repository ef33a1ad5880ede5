import type { Page, PageKind } from "#core/page/page.ts";

export interface Target {
  readonly url: URL;
  readonly page: Page;
}

/** Properties of all pages of a kind. */
export interface Route {
  /**
   * `default`: header, language switcher and footer around the page; `none`: the page alone
   * (NAV-7).
   */
  readonly layout: "default" | "none";
  /** Exists only in the default locale. */
  readonly single?: boolean;
  /** Names of middlewares. */
  readonly middleware?: readonly string[];
  /** False shows a fatal 404 (NAV-1). */
  readonly validate?: (target: Target) => boolean;
}

/** Ids of shared podcasts are created by the server. */
const PODCAST = /^[\w-]{1,64}$/;

export const ROUTES: Readonly<Record<PageKind, Route>> = {
  tool: { layout: "default" },
  home: { layout: "default" },
  pricing: { layout: "default" },
  voice: { layout: "default", single: true },
  policy: { layout: "default" },
  subscription: { layout: "default" },
  history: { layout: "default" },
  settings: { layout: "default" },
  podcast: {
    layout: "none",
    // Without an id the page explains itself; an invalid id is a 404.
    validate: ({ url }) => PODCAST.test(url.searchParams.get("id") ?? "-"),
  },
  page: { layout: "default" },
  error: { layout: "none", single: true },
  embed: { layout: "none" },
  "kitchen-sink": { layout: "default", single: true },
};
