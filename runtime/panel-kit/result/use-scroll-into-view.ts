import { type RefObject, useEffect, useRef } from "react";

/**
 * Scrolls a result into view that the visitor waited for. @param isNew whether it was finished
 * while the panel was open
 */
export function useScrollIntoView(isNew: boolean): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) element.current?.scrollIntoView({ block: "nearest" });
  }, [isNew]);
  return element;
}
