import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to an element of a result as it appears, if the visitor has waited for it at the
 * action bar.
 */
export function useAwaitedFocus<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    const bar = document.querySelector("[data-action-bar][data-focused]");
    const { activeElement: focused, body } = document;
    // The button that was pressed there may be gone already.
    if (bar && (focused === body || bar.contains(focused)))
      element.current?.focus({ preventScroll: true });
  }, []);
  return element;
}
