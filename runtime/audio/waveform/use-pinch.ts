import { type RefObject, useEffect, useRef } from "react";
import { type View, pinchView } from "./view.ts";

/**
 * Zooms and pans the visible range with two fingers.
 * @param onStart called when the second finger touches
 * @returns whether a pinch is active; the default of the second `pointerdown` is prevented
 */
export function usePinch(
  root: RefObject<HTMLElement | null>,
  {
    view,
    duration,
    setView,
    onStart,
  }: {
    readonly view: View;
    readonly duration: number;
    readonly setView: (change: (now: View) => View) => void;
    readonly onStart: () => void;
  },
): RefObject<boolean> {
  const isPinching = useRef(false);
  const latest = useRef({ view, duration, onStart });
  useEffect(() => {
    latest.current = { view, duration, onStart };
  });
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    /** Position of each finger, as a fraction of the visible range. */
    const fingers = new Map<number, number>();
    let held: readonly [number, number] | null = null;
    const shares = () => [...fingers.values()] as [number, number];
    const put = ({ pointerId, clientX }: PointerEvent): void => {
      const { left, width } = element.getBoundingClientRect();
      fingers.set(pointerId, (clientX - left) / width);
    };
    const onDown = (event: PointerEvent): void => {
      if (event.pointerType !== "touch") return;
      put(event);
      if (fingers.size !== 2) return;
      const { from, to } = latest.current.view;
      const [a, b] = shares();
      held = [from + a * (to - from), from + b * (to - from)];
      isPinching.current = true;
      // Controls on the waveform release the first finger and ignore the second.
      for (const id of fingers.keys()) element.setPointerCapture(id);
      event.preventDefault();
      latest.current.onStart();
    };
    const onMove = (event: PointerEvent): void => {
      if (!fingers.has(event.pointerId)) return;
      put(event);
      if (!held || fingers.size !== 2) return;
      // Immediately: the new range may be read before the fingers are lifted.
      const view = pinchView(held, shares(), latest.current);
      setView(() => view);
    };
    const onEnd = ({ pointerId }: PointerEvent): void => {
      fingers.delete(pointerId);
      held = null;
      // The remaining finger does not seek.
      if (fingers.size === 0) isPinching.current = false;
    };
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener("pointerdown", onDown, { signal });
    element.addEventListener("pointermove", onMove, { signal });
    element.addEventListener("pointerup", onEnd, { signal });
    element.addEventListener("pointercancel", onEnd, { signal });
    return () => stop.abort();
  }, [root, setView]);
  return isPinching;
}
