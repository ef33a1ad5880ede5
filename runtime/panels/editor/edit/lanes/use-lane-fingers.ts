import { type PointerEvent, type RefObject, useRef } from "react";
import { moveView, pinchView, type View } from "#runtime/audio/waveform/view.ts";
import { type Desk, followPress } from "../desk/desk.ts";
import { type LanePlace, drawSelection, endDrawing, selectPlace } from "./lane-selection.ts";

/** CSS pixels from which a press is a drag. */
const DRAG = 10;
/** ms after which a finger that rests begins a selection. */
const HOLD = 450;

/**
 * What fingers on lanes do: one moves what is shown, two enlarge it, one that rests first selects.
 * @param press is called where a finger was lifted at once
 */
export function useLaneFingers(
  latest: RefObject<Desk>,
  press: (place: LanePlace, event: PointerEvent) => void,
): (event: PointerEvent<HTMLElement>, track: number) => void {
  /** Where each is, in CSS pixels. */
  const fingers = useRef(new Map<number, number>());
  /** Seconds that two fingers hold. */
  const pinch = useRef<readonly [a: number, b: number] | null>(null);

  function zoomBy(now: Map<number, number>): void {
    const { setView, extent, rate, timeAt, view } = latest.current;
    const [x, y] = [...now.values()] as [number, number];
    const [a, b] = (pinch.current ??= [timeAt(x), timeAt(y)]);
    if (Math.abs(x - y) < 8 || a === b) return;
    const share = (place: number): number => (timeAt(place) - view.from) / (view.to - view.from);
    const next = pinchView([a, b], [share(x), share(y)], { duration: extent, shortest: 64 / rate });
    setView(() => next);
  }

  return (event, track) => {
    const { clientX, clientY, pointerId } = event;
    const from = { track, seconds: latest.current.timeAt(clientX) };
    let before: View = latest.current.view;
    let mode: "wait" | "move" | "select" | "zoom" = "wait";
    fingers.current.set(pointerId, clientX);
    // Where they come down: the first that is told of their way may be its end.
    const held = Array.from(fingers.current.values(), (x) => latest.current.timeAt(x));
    pinch.current = held.length === 2 ? (held as [number, number]) : null;
    const hold = setTimeout(() => {
      if (mode === "wait" && fingers.current.size === 1) {
        mode = "select";
        selectPlace(latest.current, from);
      }
    }, HOLD);
    followPress(
      event,
      (now) => {
        fingers.current.set(pointerId, now.clientX);
        if (fingers.current.size > 1 && mode !== "select") {
          mode = "zoom";
          return zoomBy(fingers.current);
        }
        if (mode === "zoom") return;
        const away = Math.hypot(now.clientX - clientX, now.clientY - clientY);
        if (mode === "wait" && away >= DRAG) {
          mode = "move";
          before = latest.current.view;
        }
        if (mode === "select") drawSelection(latest.current, from, now);
        if (mode !== "move") return;
        const { setView, extent, scale } = latest.current;
        setView(() => moveView(before, (clientX - now.clientX) / scale, extent));
      },
      (last) => {
        clearTimeout(hold);
        fingers.current.delete(pointerId);
        pinch.current = null;
        if (mode === "select") endDrawing(latest.current);
        else if (mode === "wait" && last) press(from, event);
      },
    );
  };
}
