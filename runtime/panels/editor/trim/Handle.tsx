import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import type { Region } from "./regions.ts";
import { isBrowsers } from "#runtime/audio/waveform/wave-keys.ts";
import css from "./trim-wave.module.css";

/** Distances that the arrow keys move a handle, in seconds. */
const STEPS = { plain: 0.01, shift: 1, alt: 0.001 } as const;

/** A handle for one end of a region, to drag or to move by keys. */
export function Handle({
  edge,
  region,
  number,
  duration,
  timeAt,
  onGrab,
  onMove,
  onSettled,
}: {
  readonly edge: "start" | "end";
  readonly region: Region;
  /** Number of the region; null if it is the only one. */
  readonly number: number | null;
  readonly duration: number;
  /** The time, in seconds, at a horizontal position in the viewport, in CSS pixels. */
  readonly timeAt: (x: number) => number;
  readonly onGrab: () => void;
  /** @param movement the same text for all moves of one step of the undo history */
  readonly onMove: (to: number, movement: string) => void;
  readonly onSettled: () => void;
}) {
  const { t, format } = useLocale();
  const drag = useRef<{ readonly offset: number; readonly turn: number; moved: boolean } | null>(
    null,
  );
  const drags = useRef(0);
  const value = region[edge];
  const label = t(`panel-editor:handle.${edge}`);

  const down = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { offset: timeAt(event.clientX) - value, turn: ++drags.current, moved: false };
    onGrab();
  };
  const move = ({ clientX }: PointerEvent<HTMLElement>): void => {
    if (!drag.current) return;
    drag.current.moved = true;
    onMove(timeAt(clientX) - drag.current.offset, `${region.id} ${edge} ${drag.current.turn}`);
  };
  const up = (): void => {
    if (drag.current?.moved) onSettled();
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? STEPS.shift : event.altKey ? STEPS.alt : STEPS.plain;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: value - step,
      ArrowDown: value - step,
      ArrowRight: value + step,
      ArrowUp: value + step,
      PageDown: value - STEPS.shift,
      PageUp: value + STEPS.shift,
      Home: edge === "start" ? 0 : region.start,
      End: edge === "end" ? duration : region.end,
    };
    const target = isBrowsers(event) ? undefined : to[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // Times set by keys are multiples of 0.1 ms.
    onMove(Math.round(target * 1e4) / 1e4, `${region.id} ${edge} keys`);
  };
  return (
    <div
      className={css["handle"]}
      data-edge={edge}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it lies on the waveform
      role="slider"
      tabIndex={0}
      aria-label={number === null ? label : t("panel-editor:handle.of", { handle: label, number })}
      aria-valuemin={edge === "start" ? 0 : region.start}
      aria-valuemax={edge === "start" ? region.end : duration}
      aria-valuenow={value}
      aria-valuetext={format.clock(value, 3)}
      onFocus={onGrab}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => {
        if (/^(Arrow|Page|Home|End)/.test(event.key)) onSettled();
      }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => (drag.current = null)}
    />
  );
}
