import type { Router } from "../router/router.ts";

/** Delay in ms before a navigation is shown as pending. */
const PATIENCE = 200;

/** Marks the document as busy while a page is loading, visually and for screen readers. */
export function showPending(document: Document, router: Router): void {
  const main = document.getElementById("content")!;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mark = (on: boolean): void => {
    document.documentElement.toggleAttribute("data-pending", on);
    if (on) main.ariaBusy = "true";
    else main.removeAttribute("aria-busy");
  };
  router.store.subscribe(({ pending }, before) => {
    if ((pending === null) === (before.pending === null)) return;
    clearTimeout(timer);
    if (pending === null) mark(false);
    else timer = setTimeout(() => mark(true), PATIENCE);
  });
}
