import type { PointerEvent } from "react";

/**
 * Follows a press until it ends, even if the pressed element is removed meanwhile.
 * @param end gets null if the press was canceled
 */
export function followPress(
  { currentTarget, pointerId }: PointerEvent<HTMLElement>,
  move: (event: globalThis.PointerEvent) => void,
  end: (event: globalThis.PointerEvent | null) => void,
): void {
  const element = currentTarget.closest<HTMLElement>("[data-editor]") ?? currentTarget;
  element.setPointerCapture(pointerId);
  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener("pointermove", (event) => event.pointerId === pointerId && move(event), {
    signal,
  });
  for (const name of ["pointerup", "pointercancel"] as const)
    element.addEventListener(
      name,
      (event) => {
        if (event.pointerId !== pointerId) return;
        stop.abort();
        end(name === "pointerup" ? event : null);
      },
      { signal },
    );
}

/**
 * Follows a press of something on the time axis that is dragged.
 * @param timeAt the time, in seconds, at a horizontal position in the viewport
 * @param onMove gets the seconds since the press, and the same symbol for all moves of it
 */
export function followDrag(
  event: PointerEvent<HTMLElement>,
  timeAt: (x: number) => number,
  onMove: (by: number, movement: symbol) => void,
  onSettled?: () => void,
): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  const from = timeAt(event.clientX);
  const movement = Symbol("drag");
  let moved = false;
  followPress(
    event,
    (now) => {
      moved = true;
      onMove(timeAt(now.clientX) - from, movement);
    },
    () => {
      if (moved) onSettled?.();
    },
  );
}
