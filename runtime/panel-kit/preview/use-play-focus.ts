import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the focus at the Play button while the strip that has it is replaced by another one.
 * @param inPreview whether the strip is that of the preview
 * @returns the element that contains either strip
 */
export function usePlayFocus(inPreview: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const focused = useRef<Node | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const isOwn = target instanceof Node && element.current?.contains(target);
      focused.current = isOwn ? target : null;
    };
    // An element that is removed loses the focus as well, and is disconnected by then.
    const onBlur = ({ target }: FocusEvent): void =>
      queueMicrotask(() => {
        if (focused.current === target && focused.current?.isConnected) focused.current = null;
      });
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onBlur);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", onBlur);
    };
  }, []);
  useEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return;
    element.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [inPreview]);
  return element;
}
