import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to an element if the visitor has waited for it at the action bar. */
export function moveAwaitedFocus(element: HTMLElement | null): void {
  const bar = document.querySelector("[data-action-bar][data-focused]");
  const { activeElement: focused, body } = document;
  // The button that was pressed there may be gone already.
  if (bar && (focused === body || bar.contains(focused))) element?.focus({ preventScroll: true });
}

/**
 * Moves the awaited focus to an element of a result as it appears.
 * @param isResult false if no start was awaited, so that the focus stays where it is
 */
export function useAwaitedFocus<E extends HTMLElement>(isResult: boolean): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (isResult) moveAwaitedFocus(element.current);
  }, [isResult]);
  return element;
}
