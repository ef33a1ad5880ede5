import { ChunkError } from "./load-page.ts";
import type { HistoryAction } from "./options.ts";
import { PayloadError } from "./payloads.ts";
import type { Show, ShowDeps } from "./show.ts";

/** Handles pages that cannot be shown: a document load, staying on the page, or an error page. */
export function createRecovery({
  options,
  store,
  position,
  turns,
  show,
}: Omit<ShowDeps, "chrome"> & { readonly show: Show }) {
  const { window, busy, mayReload } = options;
  const { location } = window;

  /** Stays on the page and its address. */
  function stay(action: HistoryAction): void {
    if (action.kind === "pop") position.undo();
    options.onOffline();
  }

  /** Leaves the navigation to the browser, unless work would be lost. */
  function leaveTo(url: URL, action: HistoryAction): void {
    if (busy()) options.onHeldBack();
    else if (action.kind === "pop") location.reload();
    else location.assign(url.href);
  }

  /** The 500 page (NAV-6). */
  async function fail(url: URL, action: HistoryAction, error: unknown): Promise<void> {
    options.onError(error);
    await show.error(url, action, { status: 500, fatal: false, path: url.pathname }).catch(() => {
      // A document load is the last resort, and must not loop.
      if (mayReload(url.pathname)) leaveTo(url, action);
    });
  }

  /**
   * Code of another build, or a lost connection, which looks the same. @returns whether that
   * explains the error
   */
  async function isChunkMissing(url: URL, action: HistoryAction): Promise<boolean> {
    const isLate = turns.watch();
    const isReachable = await options.isReachable(url);
    if (isLate()) return true;
    if (!isReachable) stay(action);
    else if (busy()) options.onHeldBack();
    else if (mayReload(url.pathname)) leaveTo(url, action);
    else return false;
    return true;
  }

  return {
    leaveTo,
    fail,
    async recover(url: URL, action: HistoryAction, error: unknown): Promise<void> {
      store.setState({ pending: null });
      if (error instanceof PayloadError && error.status === 404)
        return show
          .error(url, action, { status: 404, fatal: false, path: url.pathname })
          .catch(() => leaveTo(url, action));
      const silent = error instanceof PayloadError && error.status === 0;
      if (!window.navigator.onLine || silent) return stay(action);
      if (error instanceof PayloadError && !busy()) return leaveTo(url, action);
      if (error instanceof ChunkError && (await isChunkMissing(url, action))) return;
      await fail(url, action, error);
    },
  };
}
