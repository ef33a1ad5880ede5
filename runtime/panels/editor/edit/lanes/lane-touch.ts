import type { PointerEvent } from "react";
import { moveView, pinchView } from "#runtime/audio/waveform/view.ts";
import type { Editor } from "../context/editor-context.ts";
import { followPress } from "../axis/follow-press.ts";
import { type LanePosition, drawSelection, endDrawing, setCursor } from "./lane-selection.ts";

/** Distance from which a press is a drag, in CSS pixels. */
const MIN_DRAG = 10;
/** Time after which a finger that does not move starts a selection, in ms. */
const LONG_PRESS = 450;

/**
 * Handles fingers on lanes: one scrolls, two zoom, and one that is held first selects.
 * @param press called when a finger is lifted without having moved or been held
 */
export function createLaneTouch(
  editor: Editor,
  press: (position: LanePosition, event: PointerEvent) => void,
): (event: PointerEvent<HTMLElement>, track: number) => void {
  const { timeline } = editor;
  /** Horizontal position of each finger, in CSS pixels, by pointer id. */
  const fingers = new Map<number, number>();
  /** The times, in seconds, on which two fingers were put down. */
  let pinched: readonly [a: number, b: number] | null = null;

  function zoom(): void {
    const { view, extent, sampleRate } = timeline.current();
    const [x, y] = [...fingers.values()] as [number, number];
    const [a, b] = (pinched ??= [timeline.timeAt(x), timeline.timeAt(y)]);
    if (Math.abs(x - y) < 8 || a === b) return;
    const ratioAt = (position: number): number =>
      (timeline.timeAt(position) - view.from) / (view.to - view.from);
    const limits = { duration: extent, shortest: 64 / sampleRate };
    const next = pinchView([a, b], [ratioAt(x), ratioAt(y)], limits);
    timeline.setView(() => next);
  }

  return (event, track) => {
    const { clientX, clientY, pointerId } = event;
    const from = { track, seconds: timeline.timeAt(clientX) };
    let { view: before } = timeline.current();
    let mode: "wait" | "scroll" | "select" | "zoom" = "wait";
    fingers.set(pointerId, clientX);
    // Measured where the fingers come down: the first move event may already be the end of the pinch.
    const times = Array.from(fingers.values(), timeline.timeAt);
    pinched = times.length === 2 ? (times as [number, number]) : null;
    const longPress = setTimeout(() => {
      if (mode === "wait" && fingers.size === 1) {
        mode = "select";
        setCursor(editor, from);
      }
    }, LONG_PRESS);
    followPress(
      event,
      (now) => {
        fingers.set(pointerId, now.clientX);
        if (fingers.size > 1 && mode !== "select") {
          mode = "zoom";
          return zoom();
        }
        if (mode === "zoom") return;
        const distance = Math.hypot(now.clientX - clientX, now.clientY - clientY);
        if (mode === "wait" && distance >= MIN_DRAG) {
          mode = "scroll";
          before = timeline.current().view;
        }
        if (mode === "select") drawSelection(editor, from, now);
        if (mode !== "scroll") return;
        const { extent, scale } = timeline.current();
        timeline.setView(() => moveView(before, (clientX - now.clientX) / scale, extent));
      },
      (last) => {
        clearTimeout(longPress);
        fingers.delete(pointerId);
        pinched = null;
        if (mode === "select") endDrawing(editor);
        else if (mode === "wait" && last) press(from, event);
      },
    );
  };
}
