import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { isBrowsers } from "#runtime/audio/waveform/wave-keys.ts";
import { useT } from "#runtime/i18n/context.tsx";
import css from "./timeline.module.css";

/** Bars by which keys move an edge. */
const STEPS = { plain: 1, far: 4 } as const;

/** A handle for the start or end of a block. All positions are bars from 0. */
export function BlockEdge({
  side,
  name,
  at,
  bars,
  limits: [min, max],
  onDrag,
  onMove,
}: {
  readonly side: "start" | "end";
  readonly name: string;
  readonly at: number;
  /** Length of the timeline. */
  readonly bars: number;
  /** Range in which it can move. */
  readonly limits: readonly [least: number, most: number];
  /** @param by bars since the press began; null at the end */
  readonly onDrag: (by: number | null) => void;
  readonly onMove: (by: number) => void;
}) {
  const t = useT();
  const press = useRef<{ readonly x: number; readonly bar: number; by: number } | null>(null);
  const within = (by: number): number => Math.max(min, Math.min(max, by));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? STEPS.far : STEPS.plain;
    const ways: Readonly<Record<string, number>> = {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
      Home: min,
      End: max,
    };
    const by = isBrowsers(event) ? undefined : ways[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (within(by) !== 0) onMove(within(by));
  };
  const end = (by: number): void => {
    press.current = null;
    onDrag(null);
    if (by !== 0) onMove(by);
  };
  return (
    <span
      className={css["edge"]}
      data-side={side}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it lies on the timeline
      role="slider"
      tabIndex={0}
      aria-label={t(`panel-kit:ends.${side}`, { name })}
      aria-valuemin={at + min + 1}
      aria-valuemax={at + max + 1}
      aria-valuenow={at + 1}
      aria-valuetext={t("panel-mashup:bar", { count: at + 1 })}
      onKeyDown={onKeyDown}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        const { currentTarget, clientX, pointerId } = event;
        event.stopPropagation();
        currentTarget.setPointerCapture(pointerId);
        const lane = currentTarget.closest("[data-lane]")!;
        press.current = { x: clientX, bar: lane.getBoundingClientRect().width / bars, by: 0 };
      }}
      onPointerMove={({ clientX }) => {
        const begun = press.current;
        if (!begun) return;
        begun.by = within(Math.round((clientX - begun.x) / begun.bar));
        onDrag(begun.by);
      }}
      onPointerUp={() => press.current && end(press.current.by)}
      onPointerCancel={() => end(0)}
    />
  );
}
