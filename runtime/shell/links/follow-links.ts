import { linkOf } from "../../router/link.ts";
import type { Router } from "../../router/router.ts";

/** Handles links and history navigation of the document by client navigation. */
export function followLinks(window: Window, router: Router): void {
  const { document, history, location } = window;
  document.addEventListener("click", (event) => {
    const link = linkOf(event, location);
    if (!link) return;
    event.preventDefault();
    void router.navigate(link.href, { language: link.dataset["language"] });
  });
  window.addEventListener("popstate", ({ state }) => void router.pop(state));
  // Scroll positions are stored per entry; the browser would restore them before the page is shown.
  history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => {
    router.suspend();
    // Reloads are left to the browser, which has the whole document at once.
    history.scrollRestoration = "auto";
  });
  window.addEventListener("pageshow", () => {
    history.scrollRestoration = "manual";
  });
}
