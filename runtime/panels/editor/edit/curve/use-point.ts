import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import {
  type ClipPoint,
  moveEnvelopePoint,
  removeEnvelopePoint,
} from "#audio/edit/edit-envelope.ts";
import { ENVELOPE_GAIN } from "#audio/edit/envelope.ts";
import type { Clip } from "#audio/edit/edit.ts";
import { isBrowsers } from "#runtime/audio/waveform/wave-keys.ts";
import { useEditor } from "../context/editor-context.ts";
import { followPress } from "../axis/follow-press.ts";
import { createDoublePress } from "../axis/double-press.ts";
import { gainToHeight, heightToGain } from "./curve-shape.ts";

/** Seconds and dB that the arrow keys move a point. */
const STEPS = {
  plain: { seconds: 0.01, gain: 0.5 },
  shift: { seconds: 1, gain: 3 },
  alt: { seconds: 0.001, gain: 0.1 },
} as const;
/** Distance from which a press is a drag, in CSS pixels. */
const MIN_DRAG = 3;
const rounded = (gain: number): number => Math.round(gain * 10) / 10;

/** The points of a curve in the order in which they are played. */
const pointsOf = (curve: HTMLElement | null): readonly HTMLElement[] => [
  ...(curve?.querySelectorAll<HTMLElement>("[data-point]") ?? []),
];

/** What drags a point of a volume curve, moves it by keys, and removes it. */
export function usePoint(
  track: number,
  clip: Clip,
  point: ClipPoint,
): {
  /** Begins a new step of the undo history for keys that move the point. */
  readonly beginKeys: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
} {
  const { store, timeline, announce } = useEditor();
  const [isDoublePress] = useState(createDoublePress);
  const keys = useRef(Symbol("point"));
  const { index, at, gain } = point;
  const position = { track, at: clip.at };
  const { sampleRate } = store.getState().edit;

  const remove = (element: HTMLElement): void => {
    const { parentElement } = element;
    const ordinal = pointsOf(parentElement).indexOf(element);
    store.commit(removeEnvelopePoint(store.getState().edit, position, index), {
      step: "pointRemove",
    });
    announce("pointRemove");
    // The next point takes the place of this one; after the last one, the focus goes to the one before.
    requestAnimationFrame(() => {
      const points = pointsOf(parentElement);
      const next = points[Math.min(ordinal, points.length - 1)];
      (next ?? parentElement?.closest<HTMLElement>("[data-editor]"))?.focus();
    });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (isBrowsers(event)) return;
    const direction = { ",": -1, ".": 1 }[event.key];
    if (direction) {
      event.preventDefault();
      event.stopPropagation();
      const points = pointsOf(event.currentTarget.parentElement);
      points[points.indexOf(event.currentTarget) + direction]?.focus();
      return;
    }
    const step = event.shiftKey ? STEPS.shift : event.altKey ? STEPS.alt : STEPS.plain;
    const frames = Math.max(1, Math.round(step.seconds * sampleRate));
    const to: Readonly<Record<string, readonly [at: number, gain: number]>> = {
      ArrowLeft: [at - frames, gain],
      ArrowRight: [at + frames, gain],
      ArrowDown: [at, rounded(gain - step.gain)],
      ArrowUp: [at, rounded(gain + step.gain)],
      PageDown: [at, rounded(gain - STEPS.shift.gain)],
      PageUp: [at, rounded(gain + STEPS.shift.gain)],
      Home: [at, ENVELOPE_GAIN.min],
      End: [at, ENVELOPE_GAIN.max],
    };
    const target = to[event.key];
    const isDelete = event.key === "Delete" || event.key === "Backspace";
    if (!target && !isDelete) return;
    event.preventDefault();
    event.stopPropagation();
    if (!target) return remove(event.currentTarget);
    const next = moveEnvelopePoint(store.getState().edit, position, index, {
      at: target[0],
      gain: target[1],
    });
    // Presses of keys one after another are one step of the undo history.
    store.commit(next, { step: "pointMove", movement: keys.current });
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const { currentTarget: element, clientX, clientY } = event;
    const { height } = element.parentElement!.getBoundingClientRect();
    const { edit } = store.getState();
    const movement = Symbol("point");
    let isDrag = false;
    followPress(
      event,
      (now) => {
        const [x, y] = [now.clientX - clientX, now.clientY - clientY];
        isDrag ||= Math.hypot(x, y) >= MIN_DRAG;
        if (!isDrag) return;
        const moved = timeline.timeAt(now.clientX) - timeline.timeAt(clientX);
        const to = {
          // The grid does not move a point that is only pulled up or down.
          at:
            Math.abs(x) < MIN_DRAG
              ? at
              : Math.round(timeline.snap(at / sampleRate + moved) * sampleRate),
          gain: y === 0 ? gain : heightToGain(gainToHeight(gain) - y / height),
        };
        store.commit(moveEnvelopePoint(edit, position, index, to), { step: "pointMove", movement });
      },
      (last) => {
        if (!last || isDrag) return;
        element.focus();
        if (isDoublePress(track, last)) remove(element);
      },
    );
  };

  const beginKeys = (): void => {
    keys.current = Symbol("point");
  };
  return { beginKeys, onKeyDown, onPointerDown };
}
