import { isSparing } from "../services/connection.ts";
import { find, whenRested } from "./document.ts";

/**
 * Sets up the search of the home page and of the tool menu. The search code is loaded when the
 * visitor points at a field, focuses it, or has left text in it; on the home page also when the
 * browser is idle. The key "/" focuses the field.
 * @param signal removes the listeners
 */
export function startSearch(root: ParentNode, signal: AbortSignal): void {
  // The previous page may have been left during a search.
  document.documentElement.removeAttribute("data-searching");
  const home = find("[data-search]", root);
  const menu = find("[data-find]", root)?.closest<HTMLDetailsElement>("[data-menu]") ?? null;
  let loading: Promise<void> | undefined;
  const load = (): void => {
    loading ??= import("./search-fields.ts")
      .then(({ startFields }) => {
        if (!signal.aborted) startFields({ home, menu }, signal);
      })
      .catch(() => {
        // Offline, loading may fail; the next interaction retries.
        loading = undefined;
      });
  };
  for (const container of [home, menu])
    for (const sign of ["pointerenter", "focusin"])
      container?.addEventListener(sign, load, { signal, passive: true });
  const input = home && find<HTMLInputElement>("input", home);
  // The browser may have restored the text with the page.
  if (input && input.value !== "") load();
  else if (home && !isSparing(navigator)) whenRested(load);

  document.addEventListener(
    "keydown",
    (event) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey) return;
      if ((target as HTMLElement).closest("input, textarea, select, [contenteditable]")) return;
      const field = input ?? (menu && find("[data-find] input", menu));
      if (!field) return;
      event.preventDefault();
      if (field !== input) menu!.open = true;
      field.focus();
    },
    { signal },
  );
}
