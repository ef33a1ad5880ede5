import type { AppData, BuildMeta } from "#core/page/app-data.ts";
import type { Page } from "#core/page/page.ts";
import { searchFile } from "#core/search/search-data.ts";
import type { CacheMessage } from "../service-worker/message.ts";
import { isMetered, isSparing } from "./connection.ts";

export interface WorkerShell {
  readonly router: {
    readonly store: {
      getState(): Shown;
      subscribe(listener: (state: Shown, before: Shown) => void): unknown;
    };
  };
  readonly build: { readonly meta: () => Promise<Pick<BuildMeta, "id" | "offline"> | null> };
  readonly appData: (code: string) => Promise<Pick<AppData, "site">>;
}
interface Shown {
  readonly key: number;
  readonly page: Page;
  readonly error: unknown;
}

/** Delay after the start in ms, so that the visitor's task comes first. */
const DELAY = 2000;
/** Time in ms that a tool's page is shown before the code of its tool is fetched. */
const PANEL_DELAY = 5000;

/** Events that show that a visitor is about to use a tool. */
const SIGNS: Readonly<Record<string, string>> = {
  pointerover: "[data-zone]",
  focusin: "[data-zone]",
  dragenter: "[data-zone], [data-pane]",
  pointerdown: "[data-pane]",
  keydown: "[data-pane]",
};

/**
 * Registers the service worker when the browser is idle, and sends it the URLs to cache for each
 * page that is shown, so that the page opens offline. The code of the page's tool follows after the
 * page has been shown for a while, unless the connection is metered. The weights of the tool's
 * neural networks are megabytes that a reader does not need, so they follow when the visitor starts
 * to use the tool; from then on the tool works offline, too. Does nothing in development builds or
 * on slow or metered connections; failures are silent.
 */
export function registerWorker(window: Window & typeof globalThis, shell: WorkerShell): void {
  const { navigator } = window;
  // Missing in insecure contexts and in some private windows.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (import.meta.env.MODE === "development" || !workers || isSparing(navigator)) return;
  /** Whether the service worker handles all requests of the document. */
  const controlled = Boolean(workers.controller);
  /** URLs that the worker has handled, or that it has been asked to cache. */
  const known = new Set<string>(controlled ? [window.location.pathname] : []);
  /** Panels whose page was shown long enough, and those that the visitor uses. */
  const requested: RequestedFiles = { code: new Set(), all: new Set() };
  let installed = window.matchMedia("(display-mode: standalone)").matches;

  const keep = async (): Promise<void> => {
    const { page, error } = shell.router.store.getState();
    const { active } = await workers.ready;
    if (error || page.kind === "error" || !active) return;
    const loaded = loadedBy(window);
    if (controlled) loaded.forEach((path) => known.add(path));
    const all = [
      ...(await pathsOf(shell, page, requested)),
      ...loaded,
      ...(installed ? ["/"] : []),
    ];
    const paths = [...new Set(all)].filter((path) => !known.has(path));
    paths.forEach((path) => known.add(path));
    if (paths.length > 0)
      active.postMessage({ type: "keep", addresses: paths } satisfies CacheMessage);
  };
  const keepWhenIdle = (): void => {
    // Not available now: the next page retries.
    const run = (): void => void keep().catch(() => {});
    const idle = window.requestIdleCallback as typeof window.requestIdleCallback | undefined;
    if (idle) idle(run);
    else window.setTimeout(run, 200);
  };
  const want = (what: keyof RequestedFiles, { page }: Shown): void => {
    if (page.kind !== "tool" || requested[what].has(page.panel)) return;
    requested[what].add(page.panel);
    keepWhenIdle();
  };
  const onSign = ({ type, target }: Event): void => {
    if ((target as Partial<Element> | null)?.closest?.(SIGNS[type]!))
      want("all", shell.router.store.getState());
  };
  const onPage = (shown: Shown): void => {
    keepWhenIdle();
    if (isMetered(navigator)) return;
    window.setTimeout(() => {
      const now = shell.router.store.getState();
      if (now.key === shown.key && !now.error) want("code", now);
    }, PANEL_DELAY);
  };
  const start = (): void => {
    // The standard buffer of 250 entries is full after two jobs, and later files would not be cached.
    window.performance.setResourceTimingBufferSize(2000);
    workers.register("/service-worker.js", { scope: "/", updateViaCache: "none" }).then(() => {
      onPage(shell.router.store.getState());
      shell.router.store.subscribe((state, before) => state.key !== before.key && onPage(state));
      window.addEventListener("appinstalled", () => {
        installed = true;
        keepWhenIdle();
      });
    }, ignore);
  };
  for (const name of Object.keys(SIGNS))
    window.addEventListener(name, onSign, { capture: true, passive: true });
  window.setTimeout(start, DELAY);
}

const ignore = (): void => {
  // Blocked or missing: the site works without it.
};

const LOADED = /^\/(assets|app|locales|samples)\//;

/** Files of the site that the document has loaded. */
const loadedBy = ({ location, performance }: Window & typeof globalThis): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && LOADED.test(pathname))
    .map(({ pathname }) => pathname);

/** Panels, by how much of them is cached. */
type RequestedFiles = Readonly<Record<"code" | "all", Set<string>>>;

const CODE = /\.(js|css|wasm)$/;

/** Everything that a page needs, and the files of its tool, in order of need. */
async function pathsOf(
  { build, appData }: WorkerShell,
  page: Page,
  requested: RequestedFiles,
): Promise<string[]> {
  const [meta, data] = await Promise.all([build.meta(), appData(page.locale).catch(() => null)]);
  const codes = [page.locale, ...(data ? [data.site.defaultLocale] : [])];
  const messages = (data?.site.locales ?? [])
    .filter(({ code }) => codes.includes(code))
    .flatMap(({ code, files }) => files.map((file) => `/locales/${code}/${file}.json`));
  const panels = (): string[] => {
    if (page.kind !== "tool" || !meta) return [];
    const hasAll = requested.all.has(page.panel);
    if (!hasAll && !requested.code.has(page.panel)) return [];
    return ["", ...codes.map((code) => `/${code}`)]
      .flatMap((part) => meta.offline.panels[page.panel + part] ?? [])
      .filter((path) => hasAll || CODE.test(path));
  };
  return [
    "/offline.html",
    page.path,
    ...(meta ? [`/builds/meta/${meta.id}.json`, ...meta.offline.shared] : []),
    ...panels(),
    `${page.path.replace(/\/$/, "")}/_payload.json${meta ? `?_b=${meta.id}` : ""}`,
    `/app/${page.locale}.json`,
    `/${searchFile(page.locale)}`,
    ...messages,
  ];
}
