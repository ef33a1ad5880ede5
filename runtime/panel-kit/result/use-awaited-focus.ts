import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to an element as soon as it can be used, if the visitor has waited for it at the
 * action bar.
 */
export function useAwaitedFocus<E extends HTMLElement>(isReady: boolean): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (isReady && document.activeElement?.closest("[data-action-bar]"))
      element.current?.focus({ preventScroll: true });
  }, [isReady]);
  return element;
}
