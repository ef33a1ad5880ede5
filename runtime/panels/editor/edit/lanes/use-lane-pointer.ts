import type { PointerEvent } from "react";
import { useLayoutEffect, useRef } from "react";
import { clipAt } from "../../../../../audio/edit/arrange.ts";
import { moveView } from "../../../../audio/waveform/view.ts";
import type { View } from "../../../../audio/waveform/view.ts";
import type { Desk } from "../desk/desk.ts";
import { followPress } from "../desk/desk.ts";

/** CSS pixels from which a press is a drag; of a finger, more. */
const DRAG = 4;
const FINGER = 10;
/** ms after which a finger that rests begins a selection, and between two taps that belong together. */
const HOLD = 450;
const DOUBLE = 350;

/** The track of the lane at a place of the window; null beside all lanes. */
const trackAt = (x: number, y: number): number | null => {
  const lane = document
    .elementsFromPoint(x, y)
    .find((one) => one instanceof HTMLElement && one.dataset["track"]);
  return lane instanceof HTMLElement ? Number(lane.dataset["track"]) : null;
};

/**
 * What presses on lanes do. A mouse selects; a finger moves what is shown, two enlarge it, one that
 * rests first selects; a double press selects a clip.
 */
export function useLanePointer(desk: Desk): (event: PointerEvent<HTMLElement>) => void {
  const latest = useRef(desk);
  useLayoutEffect(() => {
    latest.current = desk;
  });
  const fingers = useRef(new Map<number, number>());
  const pinch = useRef<readonly [a: number, b: number] | null>(null);
  const tapped = useRef(-Infinity);

  const place = (track: number, seconds: number, extend: boolean): void => {
    const { store, rate, seek, snapped } = latest.current;
    const frame = Math.round(snapped(seconds) * rate);
    if (extend) {
      const { start, end, tracks } = store.getState().selection;
      const isNearStart = Math.abs(frame - start) < Math.abs(frame - end);
      const kept = isNearStart ? end : start;
      store.select({
        start: Math.min(kept, frame),
        end: Math.max(kept, frame),
        tracks: [...tracks, track],
      });
      return latest.current.settle();
    }
    store.select({ tracks: [track], start: frame, end: frame });
    seek(frame / rate);
  };
  const selectClip = (track: number, seconds: number): void => {
    const { store, rate, seek } = latest.current;
    const clip = clipAt(store.getState().edit, { track, at: Math.round(seconds * rate) });
    if (!clip) return;
    store.select({ tracks: [track], start: clip.at, end: clip.at + clip.end - clip.start });
    seek(clip.at / rate);
  };
  const press = (track: number, seconds: number, { timeStamp, shiftKey }: PointerEvent): void => {
    const isDouble = timeStamp - tapped.current < DOUBLE;
    tapped.current = isDouble ? -Infinity : timeStamp;
    if (isDouble) selectClip(track, seconds);
    else place(track, seconds, shiftKey);
  };
  const draw = (track: number, from: number, event: globalThis.PointerEvent): void => {
    const { store, rate, snapped, timeAt } = latest.current;
    const rows = store.getState().edit.tracks.map(({ id }) => id);
    const [a, b] = [track, trackAt(event.clientX, event.clientY) ?? track].map((id) =>
      rows.indexOf(id),
    ) as [number, number];
    const [start, end] = [snapped(from), snapped(timeAt(event.clientX))].map((time) =>
      Math.round(time * rate),
    ) as [number, number];
    store.select({
      tracks: rows.slice(Math.min(a, b), Math.max(a, b) + 1),
      start: Math.min(start, end),
      end: Math.max(start, end),
    });
  };
  const drawn = (): void => {
    const { store, rate, seek, settle } = latest.current;
    seek(store.getState().selection.start / rate);
    settle();
  };

  function mouse(event: PointerEvent<HTMLElement>, track: number): void {
    const from = latest.current.timeAt(event.clientX);
    const { clientX } = event;
    let drags = false;
    followPress(
      event,
      (now) => {
        drags ||= Math.abs(now.clientX - clientX) >= DRAG;
        if (drags) draw(track, from, now);
      },
      (last) => {
        if (drags) drawn();
        else if (last) press(track, from, event);
      },
    );
  }

  function zoomBy(now: Map<number, number>): void {
    const { setView, extent, rate, timeAt, view } = latest.current;
    const [x, y] = [...now.values()] as [number, number];
    pinch.current ??= [timeAt(x), timeAt(y)];
    const [a, b] = pinch.current;
    if (Math.abs(x - y) < 8 || a === b) return;
    const length = view.to - view.from;
    const wanted = (length * (b - a)) / (timeAt(y) - timeAt(x) || 1e-9);
    const next = Math.min(extent, Math.max(64 / rate, Math.abs(wanted)));
    const share = (timeAt(x) - view.from) / length;
    setView(() => moveView({ from: a - share * next, to: a + (1 - share) * next }, 0, extent));
  }

  function finger(event: PointerEvent<HTMLElement>, track: number): void {
    const { clientX, clientY, pointerId } = event;
    const from = latest.current.timeAt(clientX);
    let before: View = latest.current.view;
    let mode: "wait" | "move" | "select" | "zoom" = "wait";
    fingers.current.set(pointerId, clientX);
    pinch.current = null;
    const hold = setTimeout(() => {
      if (mode === "wait" && fingers.current.size === 1) {
        mode = "select";
        place(track, from, false);
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
        if (mode === "wait" && away >= FINGER) {
          mode = "move";
          before = latest.current.view;
        }
        if (mode === "select") draw(track, from, now);
        if (mode !== "move") return;
        const { setView, extent, scale } = latest.current;
        setView(() => moveView(before, (clientX - now.clientX) / scale, extent));
      },
      (last) => {
        clearTimeout(hold);
        fingers.current.delete(pointerId);
        pinch.current = null;
        if (mode === "select") drawn();
        else if (mode === "wait" && last) press(track, from, event);
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
