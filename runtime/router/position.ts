import type { HistoryAction, RouterOptions } from "./options.ts";
import { scrollToHash } from "./scroll.ts";

/** The entry of the history that is shown, and where it is scrolled to. */
export function createPosition({
  window,
  entries,
  scroll,
}: Pick<RouterOptions, "window" | "entries" | "scroll">) {
  const { document, location } = window;
  /** The browser may be at another one already. */
  let shown = entries.current();
  /** As of the last frame in which it changed; null until one was drawn. */
  let place: readonly [number, number] | null = null;
  const note = (): void => void (place = [window.scrollX, window.scrollY]);
  window.addEventListener("scroll", note, { passive: true });
  window.requestAnimationFrame(note);
  return {
    /** Key of the shown entry. */
    key: (): string => shown.key,
    /** Remembers where the shown entry is scrolled to. */
    save: (): void => scroll.save(shown.key, window.scrollX, window.scrollY),
    /** The same of a document that is left: to ask it now would have all of it styled and laid out once more. */
    saveLast(): void {
      if (!place) note();
      scroll.save(shown.key, ...place!);
    },
    /** Makes an address that of the shown entry; the same address twice in a row is one entry. */
    enter(url: URL, action: HistoryAction): void {
      if (action.kind !== "pop")
        if (action.kind === "push" && url.href !== location.href) entries.push(url.href);
        else entries.replace(url.href);
      shown = entries.current();
    },
    /** Goes back to the shown entry, where the one that the browser is at cannot be shown. */
    undo: (): void => entries.undo(entries.current().index - shown.index),
    /** To where an entry of the history was left, else to the hash, else to the top (NAV-4). */
    scrollTo(url: URL, action: HistoryAction, key: string): void {
      const place = action.kind === "pop" ? scroll.find(key) : undefined;
      if (place) window.scrollTo({ left: place[0], top: place[1], behavior: "instant" });
      else scrollToHash(document, url.hash);
    },
  };
}

export type Position = ReturnType<typeof createPosition>;
