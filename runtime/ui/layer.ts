/**
 * Modal layers: native dialogs, the newest on top. The order stands in the document, so that all who
 * need it agree: `data-layer` counts from 1.
 */

/** Sent to the document when a layer has opened or is closing. */
export const LAYERS_CHANGED = "toolkit:layers";

const openLayers = (): HTMLDialogElement[] =>
  Array.from(document.querySelectorAll<HTMLDialogElement>("dialog[data-layer]")).sort(
    (a, b) => Number(a.dataset["layer"]) - Number(b.dataset["layer"]),
  );

/** The layer that has the focus; null while the page has it. */
export const topLayer = (): HTMLDialogElement | null => openLayers().at(-1) ?? null;

const changed = (): boolean => document.dispatchEvent(new Event(LAYERS_CHANGED));

/** Gives the focus to what asks for it by `data-autofocus`, else to the first field, else to the title. */
export function focusFirst(element: HTMLElement): void {
  const first =
    element.querySelector<HTMLElement>("[data-autofocus]") ??
    element.querySelector<HTMLElement>(
      "input:not([type=hidden],[type=checkbox],[tabindex='-1'],:disabled), textarea, select",
    ) ??
    element.querySelector<HTMLElement>("[data-title]");
  first?.focus();
}

/** What takes the focus back: the opener, or what had hidden it meanwhile. */
function giveBack(opener: Element | null): void {
  const focused = document.activeElement;
  if (!(opener instanceof HTMLElement) || (focused && focused !== document.body)) return;
  opener.focus();
  if (document.activeElement !== opener)
    opener.closest("details")?.querySelector("summary")?.focus();
}

/**
 * The page does not scroll under a layer, and keeps the room of its scroll bar: `data-gutter` says on
 * which side, `--scrollbar` how wide.
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
 * @returns closes it and gives the focus back
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
 * Keeps a layer in the part of the screen that an on-screen keyboard leaves, as `--visible` (px).
 * @returns ends it
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
