/**
 * Modal layers: native dialogs, the newest on top. Their order is stored in the document, so that
 * all code agrees on it: `data-layer` counts from 1.
 */

/** Dispatched on the document when a layer has opened or is closing. */
export const LAYERS_CHANGED = "toolkit:layers";

const openLayers = (): HTMLDialogElement[] =>
  Array.from(document.querySelectorAll<HTMLDialogElement>("dialog[data-layer]")).sort(
    (a, b) => Number(a.dataset["layer"]) - Number(b.dataset["layer"]),
  );

/** The layer that has the focus; null if no layer is open. */
export const topLayer = (): HTMLDialogElement | null => openLayers().at(-1) ?? null;

const changed = (): boolean => document.dispatchEvent(new Event(LAYERS_CHANGED));

/** Focuses the element with `data-autofocus`, or else the first field, or else the title. */
export function focusFirst(element: HTMLElement): void {
  const first =
    element.querySelector<HTMLElement>("[data-autofocus]") ??
    element.querySelector<HTMLElement>(
      "input:not([type=hidden],[type=checkbox],[tabindex='-1'],:disabled), textarea, select",
    ) ??
    element.querySelector<HTMLElement>("[data-title]");
  first?.focus();
}

/**
 * Returns the focus to the opener, or to the control that opens the menu in which the opener is now
 * hidden.
 */
function giveBack(opener: Element | null): void {
  const focused = document.activeElement;
  if (!(opener instanceof HTMLElement) || (focused && focused !== document.body)) return;
  opener.focus();
  if (document.activeElement !== opener)
    opener.closest("details")?.querySelector("summary")?.focus();
}

/**
 * Prevents the page under a layer from scrolling, and reserves the space of its scroll bar:
 * `data-gutter` holds its side, `--scrollbar` its width.
 */
function keepGutter(): void {
  const root = document.documentElement;
  const width = window.innerWidth - root.clientWidth;
  if (width <= 0) return;
  root.style.setProperty("--scrollbar", `${width}px`);
  root.dataset["gutter"] =
    root.getBoundingClientRect().left + window.scrollX > 0 ? "left" : "right";
}

/**
 * Shows a dialog above everything and makes the rest inert.
 * @returns a function that closes the dialog and restores the focus
 */
export function openLayer(element: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  const top = topLayer();
  if (!top) keepGutter();
  element.dataset["layer"] = String(Number(top?.dataset["layer"] ?? 0) + 1);
  element.showModal();
  focusFirst(element);
  changed();
  return () => {
    delete element.dataset["layer"];
    changed();
    element.close();
    if (!topLayer()) delete document.documentElement.dataset["gutter"];
    giveBack(opener);
  };
}

/**
 * Keeps a layer within the visual viewport, whose height excludes an on-screen keyboard, as
 * `--visible` (px).
 * @returns a function that stops it
 */
export function followKeyboard(element: HTMLElement): () => void {
  const view = window.visualViewport;
  if (!view) return () => {};
  const follow = (): void => {
    const covered = view.scale === 1 && window.innerHeight - view.height > 100;
    if (covered) element.style.setProperty("--visible", `${view.height}px`);
    else element.style.removeProperty("--visible");
  };
  follow();
  view.addEventListener("resize", follow);
  return () => view.removeEventListener("resize", follow);
}
