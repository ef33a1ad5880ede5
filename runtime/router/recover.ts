import { ChunkError } from "./load-page.ts";
import type { HistoryAction } from "./options.ts";
import { PayloadError } from "./payloads.ts";
import type { Show, ShowDeps } from "./show.ts";

/** What is done where a page cannot be shown: it is left to the browser, the shown one stays, or an error is shown. */
export function createRecovery({
  options,
  store,
  position,
  turns,
  show,
}: Omit<ShowDeps, "chrome"> & { readonly show: Show }) {
  const { window, busy, mayReload } = options;
  const { location } = window;

  /** The shown page stays, and its address with it. */
  function stay(action: HistoryAction): void {
    if (action.kind === "pop") position.undo();
    options.onOffline();
  }

  /** Leaves it to the browser, which may know better; not while work would be lost. */
  function leaveTo(url: URL, action: HistoryAction): void {
    if (busy()) options.onHeldBack();
    else if (action.kind === "pop") location.reload();
    else location.assign(url.href);
  }

  /** The 500 page (NAV-6). */
  async function fail(url: URL, action: HistoryAction, error: unknown): Promise<void> {
    options.onError(error);
    await show.error(url, action, { status: 500, fatal: false, path: url.pathname }).catch(() => {
      // A document load is the last thing to try, and not for ever.
      if (mayReload(url.pathname)) leaveTo(url, action);
    });
  }

  /** Code of another build, or a line that is down, which looks the same. @returns whether that is all */
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
