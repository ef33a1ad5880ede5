import { linkOf } from "../../router/link.ts";
import type { Router } from "../../router/router.ts";

/** Follows the links of the document, and the visitor's steps back and forward, by client navigation. */
export function followLinks(window: Window, router: Router): void {
  const { document, history, location } = window;
  document.addEventListener("click", (event) => {
    const link = linkOf(event, location);
    if (!link) return;
    event.preventDefault();
    void router.navigate(link.href, { language: link.dataset["language"] });
  });
  window.addEventListener("popstate", ({ state }) => void router.pop(state));
  // Positions are remembered by entry; the browser would restore them before the page is there.
  history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => {
    router.suspend();
    // A reload is the browser's: it has the whole document at once.
    history.scrollRestoration = "auto";
  });
  window.addEventListener("pageshow", () => {
    history.scrollRestoration = "manual";
  });
}
