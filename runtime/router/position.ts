import type { HistoryAction, RouterOptions } from "./options.ts";
import { scrollToHash } from "./scroll.ts";

/** The history entry shown, and its scroll position. */
export function createPosition({
  window,
  entries,
  scroll,
}: Pick<RouterOptions, "window" | "entries" | "scroll">) {
  const { document, location } = window;
  /** The browser may have moved to another entry already. */
  let shown = entries.current();
  /** As of the last frame that changed it; null before the first. */
  let position: readonly [number, number] | null = null;
  const note = (): void => void (position = [window.scrollX, window.scrollY]);
  window.addEventListener("scroll", note, { passive: true });
  window.requestAnimationFrame(note);
  return {
    /** Key of the entry shown. */
    key: (): string => shown.key,
    /** Stores the scroll position of the entry shown. */
    save: (): void => scroll.save(shown.key, window.scrollX, window.scrollY),
    /**
     * Stores the last known position when the document is left: reading it now would force style
     * and layout.
     */
    saveLast(): void {
      if (!position) note();
      scroll.save(shown.key, ...position!);
    },
    /** Sets the address of the entry shown; equal consecutive addresses share an entry. */
    enter(url: URL, action: HistoryAction): void {
      if (action.kind !== "pop")
        if (action.kind === "push" && url.href !== location.href) entries.push(url.href);
        else entries.replace(url.href);
      shown = entries.current();
    },
    /** Returns to the entry shown, if the browser's present one cannot be shown. */
    undo: (): void => entries.undo(entries.current().index - shown.index),
    /** Scrolls to the stored position of an entry, else to the hash, else to the top (NAV-4). */
    scrollTo(url: URL, action: HistoryAction, key: string): void {
      const restored = action.kind === "pop" ? scroll.find(key) : undefined;
      if (restored) window.scrollTo({ left: restored[0], top: restored[1], behavior: "instant" });
      else scrollToHash(document, url.hash);
    },
  };
}

export type Position = ReturnType<typeof createPosition>;
