import { createStore } from "zustand/vanilla";
import { checkRoute } from "./check-route.ts";
import { createChrome } from "./chrome.ts";
import { createNavigate } from "./navigate.ts";
import type { RouterOptions } from "./options.ts";
import { createPosition } from "./position.ts";
import { createRecovery } from "./recover.ts";
import { createShow } from "./show.ts";
import type { RouterState } from "./state.ts";
import { createTurns } from "./turns.ts";

/**
 * Client navigation: fetches the payload of a page and shows it without a document load. Everything
 * else is left to the browser.
 */
export function createRouter(options: RouterOptions) {
  const { window, entries, scroll, loader, first } = options;
  const { document, location } = window;
  const store = createStore<RouterState>(() => ({
    page: first,
    locale: null,
    component: undefined,
    key: 0,
    adopted: true,
    error: null,
    href: location.href,
    pending: null,
  }));
  const turns = createTurns();
  const position = createPosition(options);
  const chrome = createChrome(document, first);
  const deps = { options, store, position, chrome, turns };
  const show = createShow(deps);
  const recovery = createRecovery({ ...deps, show });
  const go = createNavigate({ ...deps, show, recovery });
  return {
    store,
    /** Navigates to an address of this site; other addresses leave it. */
    navigate: (
      href: string,
      {
        replace = false,
        language,
      }: { readonly replace?: boolean; readonly language?: string | undefined } = {},
    ): Promise<void> =>
      go(new URL(href, location.href), { kind: replace ? "replace" : "push", language }),
    /** Applies route rules to the page of the document: hosts serve any query. */
    async check(): Promise<void> {
      const url = new URL(location.href);
      const isLate = turns.watch();
      try {
        const verdict = await checkRoute(url, first, options.middleware);
        if (isLate() || !verdict) return;
        if (verdict instanceof URL) await go(verdict, { kind: "replace" });
        else await show.error(url, { kind: "replace" }, verdict);
      } catch (error) {
        if (!isLate()) await recovery.fail(url, { kind: "replace" }, error);
      }
    },
    /** The browser has moved to another history entry. */
    pop(state: unknown): Promise<void> {
      position.save();
      entries.arrive(state);
      return go(new URL(location.href), { kind: "pop" });
    },
    /** Changes the address without navigating, to remove a query. */
    rewrite(href: string): void {
      entries.replace(href);
      store.setState({ href: new URL(href, location.href).href });
    },
    /** Renders the page again from its payload. */
    async renew(): Promise<void> {
      const url = new URL(store.getState().href);
      const isLate = turns.watch();
      const loaded = await loader.load(url.pathname, chrome);
      if (!isLate()) await show.page(url, { kind: "replace" }, loaded);
    },
    /** A component of the page has thrown. */
    async fail(error: unknown): Promise<void> {
      const { href, error: shown } = store.getState();
      // The 500 page itself has failed: it would fail again.
      if (shown?.status === 500) options.onError(error);
      else await recovery.fail(new URL(href), { kind: "replace" }, error);
    },
    /** The document is left: stores its scroll position. */
    suspend(): void {
      position.saveLast();
      scroll.store();
    },
  };
}

export type Router = ReturnType<typeof createRouter>;
