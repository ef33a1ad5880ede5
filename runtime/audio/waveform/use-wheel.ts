import { type RefObject, useEffect } from "react";
import { type View, moveView, zoomView } from "./view.ts";

/** Zoom factor per wheel step. */
const WHEEL = 1.0025;

/**
 * Zooms and pans the visible range with the wheel, or with two fingers on a touchpad.
 * @param shortest minimum visible duration, in seconds
 */
export function useWheel(
  root: RefObject<HTMLElement | null>,
  duration: number,
  setView: (change: (now: View) => View) => void,
  shortest?: number,
): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent): void => {
      const { left, width: wide } = element.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        setView((now) => {
          const at = now.from + ((event.clientX - left) / wide) * (now.to - now.from);
          return zoomView(now, { factor: WHEEL ** -event.deltaY, at, duration, shortest });
        });
      } else if (event.deltaX !== 0) {
        event.preventDefault();
        setView((now) => moveView(now, (event.deltaX / wide) * (now.to - now.from), duration));
      }
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [root, duration, setView, shortest]);
}
