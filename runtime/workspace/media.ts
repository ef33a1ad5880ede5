import { useCallback, useSyncExternalStore } from "react";

/** Widths at which one pane is shown at a time; the style sheets have the same value. */
export const NARROW = "(width < 64rem)";

/** Widths at which the side menu is collapsed to icons by default, to leave room for a panel. */
const TIGHT = "(width < 80rem)";

/** Widths at which files and queue are folded to a rail by default. */
const FOLDED = "(width < 90rem)";

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (notify: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", notify);
      return () => list.removeEventListener("change", notify);
    },
    [query],
  );
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Whether the side menu is collapsed: the visitor's choice, else depending on the width. */
export function useCollapsed(collapsed: boolean | null): boolean {
  const [narrow, tight] = [useMedia(NARROW), useMedia(TIGHT)];
  return !narrow && (collapsed ?? tight);
}

/**
 * Whether files and queue are folded to a rail: the visitor's choice, else where a single file needs
 * no list and the width is scarce.
 */
export function useFolded(folded: boolean | null, files: number): boolean {
  const [narrow, tight] = [useMedia(NARROW), useMedia(FOLDED)];
  return !narrow && (folded ?? (tight && files < 2));
}
