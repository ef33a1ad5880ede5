import { flushSync } from "react-dom";
import { createStore } from "zustand/vanilla";
import type { Page } from "../../../core/page/page.ts";
import type { BuildWatch } from "./build-watch.ts";
import { createFurniture } from "./furniture.ts";
import type { Entries } from "./history.ts";
import type { LoadedPage, PageLoader } from "./load-page.ts";
import { ChunkError } from "./load-page.ts";
import type { Middleware } from "./middleware.ts";
import { runMiddleware } from "./middleware.ts";
import { PayloadError } from "./payloads.ts";
import { redirectOf } from "./route-rules.ts";
import { ROUTES } from "./routes.ts";
import type { createScrollMemory } from "./scroll.ts";
import { focusQuietly, scrollToHash, targetOf } from "./scroll.ts";
import { createTransitions } from "./transition.ts";
import type { RouteError, RouterState, Shown } from "./state.ts";
import { errorPage } from "./state.ts";

export interface RouterOptions {
  readonly window: Window & typeof globalThis;
  readonly entries: Entries;
  readonly scroll: ReturnType<typeof createScrollMemory>;
  readonly loader: PageLoader;
  readonly build: BuildWatch;
  readonly middleware: Readonly<Record<string, Middleware>>;
  /** The page of the document. */
  readonly first: Page;
  /** Whether work runs or would be lost: then the document must not be left. */
  readonly busy: () => boolean;
  readonly mayReload: (path: string) => boolean;
  /** Whether the host answers at all. */
  readonly isReachable: (url: URL) => Promise<boolean>;
  /** Told when an address could not be reached, and the shown page stays. */
  readonly onOffline: () => void;
  /** Told when a newer build waits until work has ended. */
  readonly onHeldBack: () => void;
  readonly onError: (error: unknown) => void;
  /** After each page: enhancement, announcement, counting. */
  readonly onShown: (state: RouterState) => void;
  /** Whether something lies over the page, so that the focus must stay there. */
  readonly covered: () => boolean;
  readonly storeLanguage: (code: string) => void;
}

type How =
  | { readonly kind: "push" | "replace"; readonly language?: string | undefined }
  | { readonly kind: "pop"; readonly language?: undefined };

/** Redirects that lead to each other end here. */
const MAX_REDIRECTS = 10;

/**
 * Client navigation: fetches the payload of a page and shows it without a document load. Whatever it
 * cannot do itself it leaves to the browser.
 */
export function createRouter(options: RouterOptions) {
  const { window, entries, scroll, loader, build, first } = options;
  const { document, location } = window;
  const transition = createTransitions(window);
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
  let turn = 0;
  const furniture = createFurniture(document, first);

  /** The entry of the history that is shown; the browser may be at another one already. */
  let at = entries.current();

  const savePosition = (): void => scroll.save(at.key, window.scrollX, window.scrollY);

  const leave = (href: string): void => location.assign(href);

  /** The next painted frame, or 100 ms, whichever comes first (NAV-5). */
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, 100);
      window.requestAnimationFrame(() => setTimeout(resolve, 0));
    });

  /** To where an entry of the history was left, else to the hash, else to the top (NAV-4). */
  function scrollTo(url: URL, how: How, key: string): void {
    const place = how.kind === "pop" ? scroll.find(key) : undefined;
    if (place) window.scrollTo({ left: place[0], top: place[1], behavior: "instant" });
    else scrollToHash(document, url.hash);
  }

  /** Makes an address that of the shown entry; the same address twice in a row is one entry. */
  function enter(url: URL, how: How): void {
    if (how.kind !== "pop")
      if (how.kind === "push" && url.href !== location.href) entries.push(url.href);
      else entries.replace(url.href);
    at = entries.current();
  }

  /** The same page: only the place in it changes. */
  function moveWithin(url: URL, how: How): void {
    turn += 1;
    if (how.kind === "push") savePosition();
    enter(url, how);
    store.setState({ href: url.href, pending: null });
    // Browsers stay where they are for a hash that names nothing.
    const named = url.hash === "" || url.hash === "#top" || targetOf(document, url.hash);
    if (named || how.kind === "pop") scrollTo(url, how, at.key);
  }

  async function show(
    url: URL,
    how: How,
    next: Omit<Shown, "key">,
    dress: () => void,
  ): Promise<void> {
    enter(url, how);
    const entry = at.key;
    await transition(
      () => {
        dress();
        const key = store.getState().key + 1;
        // The new page must stand in the document before it is scrolled.
        flushSync(() => store.setState({ ...next, key, href: url.href, pending: null }));
        scrollTo(url, how, entry);
        const heading = document.querySelector<HTMLElement>("#content h1");
        if (heading && !targetOf(document, url.hash) && !options.covered()) focusQuietly(heading);
      },
      how.kind !== "pop" && !options.covered(),
    );
    options.onShown(store.getState());
  }

  async function showError(url: URL, how: How, error: RouteError): Promise<void> {
    const mine = turn;
    const code = store.getState().page.locale;
    const { locale, component, parts } = await loader.loadError(code);
    if (mine !== turn) return;
    const page = errorPage(error, code);
    await show(url, how, { page, locale, component, adopted: false, error }, () => {
      furniture.change({ kind: "home", locale: code }, null);
      parts.dressError(document, error, { page, locale });
    });
  }

  async function showPage(url: URL, how: How, loaded: LoadedPage): Promise<void> {
    const { page, locale, component, parts } = loaded;
    // The messages of the language are there: it will be shown.
    if (how.language !== undefined) options.storeLanguage(how.language);
    await show(url, how, { page, locale, component, adopted: false, error: null }, () => {
      furniture.change(page, loaded.document);
      parts.dressDocument(document, loaded);
    });
  }

  /** What stands against showing the page: another address, or an error. */
  async function judge(url: URL, page: Page): Promise<RouteError | URL | null> {
    const { middleware = [], validate } = ROUTES[page.kind];
    const target = { url, page };
    if (validate && !validate(target)) return { status: 404, fatal: true, path: url.pathname };
    const decision = await runMiddleware(middleware, options.middleware, target);
    return decision ? new URL(decision.redirect, url) : null;
  }

  async function go(url: URL, how: How, redirects = 0): Promise<void> {
    const shown = new URL(store.getState().href);
    if (url.origin !== location.origin) return leave(url.href);
    if (
      redirects === 0 &&
      url.pathname === shown.pathname &&
      url.search === shown.search &&
      (!store.getState().error || url.hash !== shown.hash)
    )
      return moveWithin(url, how);
    const mine = (turn += 1);
    const superseded = (): boolean => mine !== turn;
    if (how.kind === "push") savePosition();
    if (build.isOutdated()) {
      leaveTo(url, how);
      if (!options.busy()) return;
    }
    store.setState({ pending: url.href });
    try {
      const meta = build.known() ?? (await build.meta());
      const target = meta && redirectOf(url, meta.routeRules);
      if (target?.kind === "outside") return leave(target.href);
      if (target && redirects < MAX_REDIRECTS)
        return await go(new URL(target.href), toReplace(how), redirects + 1);
      if (how.kind !== "pop") await pause();
      if (superseded()) return;
      const loaded = await loader.load(url.pathname, furniture);
      if (superseded()) return;
      const verdict = await judge(url, loaded.page);
      if (superseded()) return;
      if (verdict instanceof URL) {
        if (redirects >= MAX_REDIRECTS) throw new Error(`Too many redirects at ${url.pathname}`);
        return await go(verdict, toReplace(how), redirects + 1);
      }
      if (verdict) await showError(url, how, verdict);
      else await showPage(url, how, loaded);
    } catch (error) {
      if (!superseded()) await recover(url, how, error);
    }
  }

  /** A redirect takes the place of the entry that led to it. */
  const toReplace = (how: How): How => (how.kind === "pop" ? { kind: "replace" } : how);

  /** The shown page stays, and its address with it. */
  function stay(how: How): void {
    if (how.kind === "pop") entries.undo(entries.current().index - at.index);
    options.onOffline();
  }

  /** Leaves it to the browser, which may know better; not while work would be lost. */
  function leaveTo(url: URL, how: How): void {
    if (options.busy()) options.onHeldBack();
    else if (how.kind === "pop") location.reload();
    else leave(url.href);
  }

  async function recover(url: URL, how: How, error: unknown): Promise<void> {
    const mine = turn;
    store.setState({ pending: null });
    if (error instanceof PayloadError && error.status === 404)
      return showError(url, how, { status: 404, fatal: false, path: url.pathname }).catch(() =>
        leaveTo(url, how),
      );
    const silent = error instanceof PayloadError && error.status === 0;
    if (!window.navigator.onLine || silent) return stay(how);
    if (error instanceof PayloadError && !options.busy()) return leaveTo(url, how);
    if (error instanceof ChunkError) {
      // A line that is down looks the same.
      if (!(await options.isReachable(url))) return mine === turn ? stay(how) : undefined;
      if (mine !== turn) return;
      if (options.busy()) return options.onHeldBack();
      if (options.mayReload(url.pathname)) return leaveTo(url, how);
    }
    await fail(url, how, error);
  }

  /** The 500 page (NAV-6). */
  async function fail(url: URL, how: How, error: unknown): Promise<void> {
    options.onError(error);
    await showError(url, how, { status: 500, fatal: false, path: url.pathname }).catch(() => {
      // A document load is the last thing to try, and not for ever.
      if (options.mayReload(url.pathname)) leaveTo(url, how);
    });
  }

  return {
    store,
    /** Goes to an address of this site; others leave it. */
    navigate: (
      href: string,
      {
        replace = false,
        language,
      }: { readonly replace?: boolean; readonly language?: string | undefined } = {},
    ): Promise<void> =>
      go(new URL(href, location.href), { kind: replace ? "replace" : "push", language }),
    /** Applies the rules of its route to the document's own page: hosts answer any query. */
    async check(): Promise<void> {
      const url = new URL(location.href);
      const mine = turn;
      try {
        const verdict = await judge(url, first);
        if (mine !== turn || !verdict) return;
        if (verdict instanceof URL) await go(verdict, { kind: "replace" });
        else await showError(url, { kind: "replace" }, verdict);
      } catch (error) {
        if (mine === turn) await fail(url, { kind: "replace" }, error);
      }
    },
    /** The browser has gone to another entry of the history. */
    pop(state: unknown): Promise<void> {
      savePosition();
      entries.arrive(state);
      return go(new URL(location.href), { kind: "pop" });
    },
    /** Changes the address without another page: its query is no longer needed. */
    rewrite(href: string): void {
      entries.replace(href);
      store.setState({ href: new URL(href, location.href).href });
    },
    /** Shows the shown page again, from its payload. */
    async renew(): Promise<void> {
      const url = new URL(store.getState().href);
      const mine = turn;
      const loaded = await loader.load(url.pathname, furniture);
      if (mine === turn) await showPage(url, { kind: "replace" }, loaded);
    },
    /** A component of the page broke. */
    async fail(error: unknown): Promise<void> {
      const { href, error: shown } = store.getState();
      // The 500 page itself: it would break again.
      if (shown?.status === 500) options.onError(error);
      else await fail(new URL(href), { kind: "replace" }, error);
    },
    /** The document is left: where it was scrolled to is kept. */
    suspend(): void {
      savePosition();
      scroll.store();
    },
  };
}

export type Router = ReturnType<typeof createRouter>;
