import { type RefCallback, useCallback, useLayoutEffect, useRef } from "react";
import { type AutoResize, attachAutoResize } from "./auto-resize.ts";

/**
 * A ref that resizes a textarea to its content.
 * @param value the text of a controlled field, which may change without an input event
 */
export function useAutoResize(value?: string): RefCallback<HTMLTextAreaElement> {
  const resize = useRef<AutoResize | null>(null);
  useLayoutEffect(() => resize.current?.fit(), [value]);
  return useCallback((field) => {
    if (!field) return undefined;
    const attached = attachAutoResize(field);
    resize.current = attached;
    return () => {
      attached.stop();
      resize.current = null;
    };
  }, []);
}
