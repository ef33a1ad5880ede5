import type { AppData, BuildMeta } from "#core/page/app-data.ts";
import type { Page } from "#core/page/page.ts";
import { mayContain } from "#core/page/path-filter.ts";
import { find, siteData } from "../page-scripts/document.ts";
import type { Analytics } from "../services/analytics/analytics.ts";
import { storeLocale } from "../page-scripts/language.ts";
import type { Shell } from "../application/shell.ts";
import { safeStorage } from "../services/storage.ts";
import { loadComponent } from "./kinds.ts";
import { createLocaleLoader } from "./locale-loader.ts";
import { createBuildWatch } from "../updates/build-watch.ts";
import { createEntries } from "../router/history.ts";
import { createPageLoader, loadStylesheet } from "../router/load-page.ts";
import { createPayloads, PayloadError } from "../router/payloads.ts";
import { mayReload } from "../updates/reload-guard.ts";
import { createRouter } from "../router/router.ts";
import { withoutSlash } from "../router/route-rules.ts";
import { createScrollMemory } from "../router/scroll.ts";
import type { RouterState } from "../router/state.ts";
import { sayOffline } from "./say-offline.ts";

/** Default interval of checks for a newer build, in ms (NAV-10). */
const BUILD_INTERVAL = 3_600_000;

interface ShellOptions {
  readonly onShown: (state: RouterState) => void;
  /** Called with the build of the document, once known. */
  readonly onKnown: (own: BuildMeta) => void;
  /** Called once when a newer build has been published. */
  readonly onOutdated: (newest: string) => void;
}

/** Creates navigation, messages and build watch of the document. */
export function createShell(
  window: Window & typeof globalThis,
  { onShown, onKnown, onOutdated }: ShellOptions,
): Shell {
  const { document } = window;
  const report = createReport(window);
  const request: typeof fetch = (input, init) => window.fetch(input, init);
  const data = siteData();
  const { loadParts, loadMessages, appData, loadLocale } = createLocaleLoader(
    window,
    request,
    data,
  );

  let interval = BUILD_INTERVAL;
  const build = createBuildWatch({
    fetch: request,
    now: Date.now,
    setTimer: (run, ms) => window.setTimeout(run, ms),
    script: find('script[type="module"][src]')?.getAttribute("src") ?? "",
    get interval() {
      return interval;
    },
    onKnown,
    onOutdated,
  });
  const payloads = createPayloads({ fetch: request, build: () => build.known()?.id ?? null });
  const loader = createPageLoader({
    payloads,
    loadParts,
    loadLocale,
    loadComponent,
    loadStyles: async (kind) => {
      const styles = (await build.meta())?.styles[kind] ?? [];
      await Promise.all(styles.map((href) => loadStylesheet(document, href)));
    },
    loadDocument: (path) => loadDocument(window, path),
  });

  // Its texts are in the document; the code that reads them does not run while the page is adopted.
  const page = data.page as unknown as Page;
  const router = createRouter({
    window,
    entries: createEntries(window.history, () => Math.random().toString(36).slice(2, 10)),
    scroll: createScrollMemory(() => window.sessionStorage),
    loader,
    build,
    middleware: {},
    first: page,
    busy: () => shell.overlay.busy(),
    covered: () => shell.overlay.covered(),
    mayReload: (path) => mayReloadNow(window, path),
    isReachable: (url) =>
      request(url, { method: "HEAD", cache: "no-store" }).then(
        () => true,
        () => false,
      ),
    onOffline: () => shell.overlay.onOffline(),
    onHeldBack: () => shell.overlay.onHeldBack(),
    onError: report,
    onShown,
    storeLanguage: storeLocale,
  });

  const track = createCounter(() => appData(data.locale));
  const shell: Shell = {
    router,
    track,
    build,
    loadMessages,
    appData,
    loadLocale,
    prefetch(path) {
      // Links may lead to URLs that are no pages. A route is recorded once for all languages.
      const routes = build.known()?.prerendered;
      const route = withoutSlash(path);
      if (
        routes &&
        (mayContain(routes, route) || mayContain(routes, route.replace(/^\/[^/]+/, "")))
      )
        payloads.prefetch(path);
    },
    async warm() {
      await build.meta();
      await appData(router.store.getState().page.locale).then(
        ({ refreshMinutes }) => (interval = refreshMinutes * 60_000),
        () => {},
      );
    },
    prepare() {
      // Failures are repeated when the data is needed.
      void loadLocale(router.store.getState().page.locale).catch(() => {});
    },
    report,
    overlay: {
      busy: () => false,
      covered: () => false,
      // Nothing else is loaded for it: there is no connection.
      onOffline: () =>
        void loadLocale(router.store.getState().page.locale)
          .then((locale) => sayOffline(document, locale))
          .catch(report),
      onHeldBack: () => {},
    },
  };
  return shell;
}

/** @throws {PayloadError} with the status of the response, 0 without one */
async function loadDocument(window: Window & typeof globalThis, path: string): Promise<Document> {
  // A path with two leading slashes would name another host.
  const response = await window.fetch(path.replace(/^\/+/, "/")).catch(() => {
    throw new PayloadError(path, 0);
  });
  if (!response.ok) throw new PayloadError(path, response.status);
  return new window.DOMParser().parseFromString(await response.text(), "text/html");
}

/** Whether a URL may be reloaded; not if storage is blocked. */
function mayReloadNow(window: Window, path: string): boolean {
  try {
    return mayReload(path, window.sessionStorage, Date.now());
  } catch {
    return false;
  }
}

/** Queues events until analytics is known to be enabled. */
function createCounter(load: () => Promise<AppData>): Analytics["track"] {
  let analytics: Promise<Analytics | null> | null = null;
  const start = async (): Promise<Analytics | null> => {
    const own = await load();
    if (!own.services.analytics.enabled) return null;
    const { startAnalytics } = await import("../services/analytics/analytics-window.ts");
    return startAnalytics(window, {
      config: own.services.analytics,
      apiBase: own.site.apiBase,
      storage: safeStorage(() => window.localStorage),
    });
  };
  return (...event) => {
    // Counts nothing if that cannot be determined.
    analytics ??= start().catch(() => null);
    void analytics.then((running) => running?.track(...event));
  };
}

/**
 * Reports unexpected errors to the console; the page continues. Requests aborted by leaving the
 * document are no errors.
 */
function createReport(window: Window): (error: unknown) => void {
  let left = false;
  window.addEventListener("pagehide", () => (left = true));
  window.addEventListener("pageshow", () => (left = false));
  return (error) =>
    // Requests are aborted before the document is notified of being left.
    void setTimeout(() => {
      // oxlint-disable-next-line no-console -- there is nobody else to tell
      if (!left) console.error(error);
    }, 100);
}
