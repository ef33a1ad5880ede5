import { type RefObject, useEffect } from "react";

/**
 * Scrolls the entry of the current tool into view, without a layout of its own.
 * @param current changes with the entry
 */
export function useCurrentEntry(menu: RefObject<HTMLElement | null>, current: string): void {
  useEffect(() => {
    const entry = menu.current?.querySelector("[aria-current]");
    if (!entry) return undefined;
    const observer = new IntersectionObserver(
      ([seen]) => {
        observer.disconnect();
        if (seen!.intersectionRatio < 1) entry.scrollIntoView({ block: "nearest" });
      },
      { root: entry.closest("[data-entries]") },
    );
    observer.observe(entry);
    return () => observer.disconnect();
  }, [menu, current]);
}
