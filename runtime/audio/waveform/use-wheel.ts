import { type RefObject, useEffect } from "react";
import { type View, moveView, zoomView } from "./view.ts";

/** Factor by which a turn of the wheel makes things larger. */
const WHEEL = 1.0025;

/**
 * Lets the wheel, or two fingers, enlarge and move what is shown of a sound.
 * @param shortest seconds that are shown at least
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
