import { useCallback, useSyncExternalStore } from "react";

/** Widths at which one part is shown at a time; the styles say the same. */
export const NARROW = "(max-width: 63.99rem)";

/** Widths at which the side menu shows its icons alone unless it is opened, so that a panel has room. */
const TIGHT = "(max-width: 75rem)";

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (tell: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", tell);
      return () => list.removeEventListener("change", tell);
    },
    [query],
  );
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Whether the side menu shows its icons alone: as the visitor has set it, else where there is little room. */
export function useCollapsed(collapsed: boolean | null): boolean {
  const [narrow, tight] = [useMedia(NARROW), useMedia(TIGHT)];
  return !narrow && (collapsed ?? tight);
}
