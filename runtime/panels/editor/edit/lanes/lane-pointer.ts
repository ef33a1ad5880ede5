import type { PointerEvent } from "react";
import type { Editor } from "../context/editor-context.ts";
import { addPointAt } from "../curve/add-point.ts";
import { followPress } from "../axis/follow-press.ts";
import { createDoublePress } from "../axis/double-press.ts";
import {
  type LanePosition,
  drawSelection,
  endDrawing,
  extendSelection,
  setCursor,
  selectClip,
} from "./lane-selection.ts";
import { createLaneTouch } from "./lane-touch.ts";

/** Distance from which a press is a drag, in CSS pixels. */
const MIN_DRAG = 4;

/**
 * Handles presses on lanes. A mouse selects. One finger scrolls, two zoom, and one that is held first
 * selects. A double press selects a clip, or adds a point to its volume curve if these are edited.
 */
export function createLanePointer(editor: Editor): (event: PointerEvent<HTMLElement>) => void {
  const isDoublePress = createDoublePress();
  const press = (position: LanePosition, event: PointerEvent): void => {
    const isDouble = isDoublePress(position.track, event);
    if (isDouble && editor.settings().envelope) addPointAt(editor, position, event);
    else if (isDouble) selectClip(editor, position);
    else if (event.shiftKey) extendSelection(editor, position);
    else setCursor(editor, position);
  };
  const onTouch = createLaneTouch(editor, press);

  function onMouse(event: PointerEvent<HTMLElement>, track: number): void {
    const { clientX } = event;
    const from = { track, seconds: editor.timeline.timeAt(clientX) };
    let isDrag = false;
    followPress(
      event,
      (now) => {
        isDrag ||= Math.abs(now.clientX - clientX) >= MIN_DRAG;
        if (isDrag) drawSelection(editor, from, now);
      },
      (last) => {
        if (isDrag) endDrawing(editor);
        else if (last) press(from, event);
      },
    );
  }

  return (event) => {
    if (event.button !== 0) return;
    const track = Number(event.currentTarget.dataset["track"]);
    if (event.pointerType === "touch") onTouch(event, track);
    else onMouse(event, track);
  };
}
