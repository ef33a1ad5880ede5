import { isSparing } from "../services/connection.ts";
import { find, whenRested } from "./document.ts";

/**
 * Starts the search of the home page and that of the tool menu. What finds is loaded when somebody
 * points at a field, focuses it, or has left a text in it; on the home page also when the browser has
 * nothing to do. The key "/" leads to the field.
 * @param signal ends what it listens to
 */
export function startSearch(root: ParentNode, signal: AbortSignal): void {
  // The page before may have been left in the middle of a search.
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
        // Without a connection it may not be there; it is asked for again by the next sign of interest.
        loading = undefined;
      });
  };
  for (const place of [home, menu])
    for (const sign of ["pointerenter", "focusin"])
      place?.addEventListener(sign, load, { signal, passive: true });
  const input = home && find<HTMLInputElement>("input", home);
  // The browser may have kept the text while the page was away.
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
