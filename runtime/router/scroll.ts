/** Scroll positions of history entries, stored across reloads of the tab. */
const KEY = "toolkit_scroll";
const MAX_ENTRIES = 100;

type Positions = Record<string, readonly [x: number, y: number]>;

export function createScrollMemory(storage: () => Pick<Storage, "getItem" | "setItem">) {
  const positions = new Map<string, readonly [number, number]>();
  try {
    for (const [key, position] of Object.entries(
      JSON.parse(storage().getItem(KEY) ?? "{}") as Positions,
    ))
      if (Array.isArray(position)) positions.set(key, position);
  } catch {
    // Storage is blocked or damaged: positions of this document are stored in memory.
  }
  return {
    save(key: string, x: number, y: number): void {
      positions.delete(key);
      positions.set(key, [x, y]);
      if (positions.size > MAX_ENTRIES) positions.delete(positions.keys().next().value!);
    },
    find: (key: string): readonly [number, number] | undefined => positions.get(key),
    /** To be called when the document is left. */
    store(): void {
      try {
        storage().setItem(KEY, JSON.stringify(Object.fromEntries(positions)));
      } catch {
        // As above.
      }
    },
  };
}

/** The element of a hash, which may be percent-encoded. */
export function targetOf(document: Document, hash: string): HTMLElement | null {
  const name = hash.slice(1);
  if (name === "") return null;
  try {
    return document.getElementById(decodeURIComponent(name)) ?? document.getElementById(name);
  } catch {
    return document.getElementById(name);
  }
}

/** Scrolls to the element of a hash and moves the focus there; to the top without one. */
export function scrollToHash(document: Document, hash: string): void {
  const element = targetOf(document, hash);
  if (!element) {
    document.defaultView!.scrollTo({ top: 0, left: 0, behavior: "instant" });
    return;
  }
  element.scrollIntoView({ behavior: "instant" });
  focusQuietly(element);
}

/** Focuses an element that need not be focusable, without scrolling. */
export function focusQuietly(element: HTMLElement): void {
  if (!element.matches("a[href], button, input, select, textarea, summary, [tabindex]")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}
