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
