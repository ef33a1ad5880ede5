import { checkRoute } from "./check-route.ts";
import type { HistoryAction } from "./options.ts";
import type { createRecovery } from "./recover.ts";
import { redirectOf } from "./route-rules.ts";
import { targetOf } from "./scroll.ts";
import type { Show, ShowDeps } from "./show.ts";

/** Limit of consecutive redirects. */
const MAX_REDIRECTS = 10;

/** A redirect replaces the history entry that led to it. */
const toReplace = (action: HistoryAction): HistoryAction =>
  action.kind === "pop" ? { kind: "replace" } : action;

/** Navigates within the page, to another page, or out of the site. */
export function createNavigate({
  options,
  store,
  position,
  chrome,
  turns,
  show,
  recovery,
}: ShowDeps & { readonly show: Show; readonly recovery: ReturnType<typeof createRecovery> }) {
  const { window, build, loader } = options;
  const { document, location } = window;

  /** Resolves with the next painted frame, or after 100 ms (NAV-5). */
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, 100);
      window.requestAnimationFrame(() => setTimeout(resolve, 0));
    });

  /** Whether an address is in the page shown. */
  function isShown(url: URL): boolean {
    const { href, error } = store.getState();
    const shown = new URL(href);
    return (
      url.pathname === shown.pathname &&
      url.search === shown.search &&
      (!error || url.hash !== shown.hash)
    );
  }

  /** Navigates within the page: only the position changes. */
  function moveWithin(url: URL, action: HistoryAction): void {
    turns.begin();
    if (action.kind === "push") position.save();
    position.enter(url, action);
    store.setState({ href: url.href, pending: null });
    // Browsers do not scroll if no element has the hash.
    const named = url.hash === "" || url.hash === "#top" || targetOf(document, url.hash);
    if (named || action.kind === "pop") position.scrollTo(url, action, position.key());
  }

  /** Loads a page, and applies the rules of its route. */
  async function load(
    url: URL,
    action: HistoryAction,
    redirects: number,
    isLate: () => boolean,
  ): Promise<void> {
    const redirect = (to: URL): Promise<void> => go(to, toReplace(action), redirects + 1);
    const meta = build.known() ?? (await build.meta());
    const target = meta && redirectOf(url, meta.routeRules);
    if (target?.kind === "outside") return location.assign(target.href);
    if (target && redirects < MAX_REDIRECTS) return await redirect(new URL(target.href));
    if (action.kind !== "pop") await pause();
    if (isLate()) return;
    const loaded = await loader.load(url.pathname, chrome);
    if (isLate()) return;
    const verdict = await checkRoute(url, loaded.page, options.middleware);
    if (isLate()) return;
    if (verdict instanceof URL) {
      if (redirects >= MAX_REDIRECTS) throw new Error(`Too many redirects at ${url.pathname}`);
      return await redirect(verdict);
    }
    if (verdict) await show.error(url, action, verdict);
    else await show.page(url, action, loaded);
  }

  async function go(url: URL, action: HistoryAction, redirects = 0): Promise<void> {
    if (url.origin !== location.origin) return location.assign(url.href);
    if (redirects === 0 && isShown(url)) return moveWithin(url, action);
    const isLate = turns.begin();
    if (action.kind === "push") position.save();
    if (build.isOutdated()) {
      recovery.leaveTo(url, action);
      if (!options.busy()) return;
    }
    store.setState({ pending: url.href });
    try {
      await load(url, action, redirects, isLate);
    } catch (error) {
      if (!isLate()) await recovery.recover(url, action, error);
    }
  }
  return go;
}
