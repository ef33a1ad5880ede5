import { type PointerEvent, useLayoutEffect, useRef } from "react";
import { type Desk, followPress } from "../desk/desk.ts";
import {
  type LanePlace,
  drawSelection,
  endDrawing,
  extendSelection,
  selectClip,
  selectPlace,
} from "./lane-selection.ts";
import { useLaneFingers } from "./use-lane-fingers.ts";

/** CSS pixels from which a press is a drag. */
const DRAG = 4;
/** ms between two taps that belong together. */
const DOUBLE = 350;

/**
 * What presses on lanes do. A mouse selects; a finger moves what is shown, two enlarge it, one that
 * rests first selects; a double press selects a clip.
 */
export function useLanePointer(desk: Desk): (event: PointerEvent<HTMLElement>) => void {
  const latest = useRef(desk);
  useLayoutEffect(() => {
    latest.current = desk;
  });
  const tapped = useRef(-Infinity);
  const press = (place: LanePlace, { timeStamp, shiftKey }: PointerEvent): void => {
    const isDouble = timeStamp - tapped.current < DOUBLE;
    tapped.current = isDouble ? -Infinity : timeStamp;
    if (isDouble) selectClip(latest.current, place);
    else if (shiftKey) extendSelection(latest.current, place);
    else selectPlace(latest.current, place);
  };
  const finger = useLaneFingers(latest, press);

  function mouse(event: PointerEvent<HTMLElement>, track: number): void {
    const { clientX } = event;
    const from = { track, seconds: latest.current.timeAt(clientX) };
    let drags = false;
    followPress(
      event,
      (now) => {
        drags ||= Math.abs(now.clientX - clientX) >= DRAG;
        if (drags) drawSelection(latest.current, from, now);
      },
      (last) => {
        if (drags) endDrawing(latest.current);
        else if (last) press(from, event);
      },
    );
  }

  return (event) => {
    if (event.button !== 0) return;
    const track = Number(event.currentTarget.dataset["track"]);
    if (event.pointerType === "touch") finger(event, track);
    else mouse(event, track);
  };
}
