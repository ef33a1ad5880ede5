import { useCallback, useSyncExternalStore } from "react";

/** Widths at which one pane is shown at a time; the style sheets have the same value. */
export const NARROW = "(max-width: 63.99rem)";

/** Widths at which the side menu is collapsed to icons by default, to leave room for a panel. */
const TIGHT = "(max-width: 75rem)";

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
