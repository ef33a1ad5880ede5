import type { Router } from "../router/router.ts";

/** Milliseconds that a navigation may take before it is said to be under way. */
const PATIENCE = 200;

/** Marks the document while a page is on its way, for those who see it and those who hear it. */
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
