import { find, markFailed, remembered, rememberedInTab, whenRested } from "./document.ts";
import { type Intent, handover } from "./handover.ts";
import { isSparing } from "../services/connection.ts";

/**
 * Whether the page was opened for the workspace, or the workspace was open when the tab was left.
 */
const requestsWorkspace = (): boolean =>
  new URLSearchParams(location.search).get("from") === "workspace" ||
  new URLSearchParams(location.search).get("type") === "history";

/**
 * Loads the application: immediately if the visitor is known, opened the page for the workspace, or
 * is on a page that depends on the application; otherwise on the first action that needs it, or
 * when the browser is idle. Until then, or if loading fails, links load documents and the page
 * stays readable.
 */
export function startLoader(loadApplication: () => Promise<{ start(): void }>): void {
  // The error page is self-contained, and may be shown at any URL.
  if (find("[data-error-page]")) return;
  const waiting: Intent[] = [];
  let loading: Promise<void> | undefined;
  const load = (): Promise<void> => {
    loading ??= loadApplication()
      .then((application) => application.start())
      .then(() => waiting.splice(0).forEach((intent) => handover.running?.intend(intent)))
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
  const intend = (intent: Intent): void => {
    if (handover.running) return handover.running.intend(intent);
    waiting.push(intent);
    document.documentElement.toggleAttribute("data-loading", true);
    load()
      .catch(() => {
        waiting.splice(0);
        document.dispatchEvent(new Event("toolkit:failed"));
      })
      .finally(() => document.documentElement.removeAttribute("data-loading"));
  };

  document.addEventListener("toolkit:files", (event) =>
    intend({ want: "files", files: (event as CustomEvent<{ files: File[] }>).detail.files }),
  );
  document.addEventListener("click", (event) => {
    const opener = (event.target as Element).closest?.<HTMLElement>("[data-open]");
    if (!opener || event.defaultPrevented) return;
    event.preventDefault();
    intend({ want: "open", what: opener.dataset["open"]! });
  });

  // History entries from before a reload belong to this document; until the application runs, no
  // code handles them.
  const { pathname, search } = location;
  addEventListener("popstate", () => {
    if (!handover.running && (location.pathname !== pathname || location.search !== search))
      location.reload();
  });

  const soon = (): void => {
    // A failed load is retried on demand; a live part that waits for the application shows the
    // error.
    load().catch(markFailed);
  };
  if (
    requestsWorkspace() ||
    find("[data-live]") !== null ||
    remembered("toolkit_token") !== null ||
    remembered("toolkit_open") !== null ||
    rememberedInTab("toolkit_work") !== null
  )
    soon();
  else if (!isSparing(navigator)) whenRested(soon);
}
