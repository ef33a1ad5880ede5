import { useLayoutEffect, useRef, useState } from "react";
import { startCount } from "./count.ts";

/**
 * A number that counts up or down to its value, at first from another one; under reduced motion it is
 * there at once. For what is hidden from screen readers.
 */
export function useCount(value: number, start: number): number {
  const [shown, setShown] = useState(value);
  const last = useRef(start);
  useLayoutEffect(() => {
    const set = (now: number): void => {
      last.current = now;
      setShown(now);
    };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return set(value);
    return startCount({
      from: last.current,
      to: value,
      now: () => performance.now(),
      nextFrame(work) {
        const frame = requestAnimationFrame(work);
        return () => cancelAnimationFrame(frame);
      },
      set,
    });
  }, [value]);
  return shown;
}
