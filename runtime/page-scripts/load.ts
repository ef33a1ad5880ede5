import { find, markFailed, remembered, rememberedInTab, whenRested } from "./document.ts";
import { type Intent, handover } from "./handover.ts";
import { isSparing } from "../services/connection.ts";

/** Whether the page was opened for the workspace, or the visitor was in it when the tab was left. */
const wantsWorkspace = (): boolean =>
  new URLSearchParams(location.search).get("from") === "workspace" ||
  new URLSearchParams(location.search).get("type") === "history";

/**
 * Loads the application: at once where the visitor is known, opened the page for the workspace, or
 * sees a page that depends on it; as soon as somebody wants what it does, else when the browser has
 * nothing to do. Until then, and where it cannot be loaded, links lead to documents and the page can
 * be read.
 */
export function startLoader(loadApplication: () => Promise<{ start(): void }>): void {
  // Its document stands alone, and may have come in the place of any address.
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

  // Entries of the history before a reload are of this document; until the application runs, nobody shows them.
  const { pathname, search } = location;
  addEventListener("popstate", () => {
    if (!handover.running && (location.pathname !== pathname || location.search !== search))
      location.reload();
  });

  const soon = (): void => {
    // What fails here is tried again when it is wanted; a part of the page that waits for it says so.
    load().catch(markFailed);
  };
  if (
    wantsWorkspace() ||
    find("[data-live]") !== null ||
    remembered("toolkit_token") !== null ||
    remembered("toolkit_open") !== null ||
    rememberedInTab("toolkit_work") !== null
  )
    soon();
  else if (!isSparing(navigator)) whenRested(soon);
}
