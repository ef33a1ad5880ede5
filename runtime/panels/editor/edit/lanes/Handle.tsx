import type { CSSProperties, KeyboardEvent } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { isBrowsers } from "#runtime/audio/waveform/wave-keys.ts";
import { useEditor } from "../context/editor-context.ts";
import { followDrag } from "../axis/follow-press.ts";
import css from "./lane.module.css";

/** Seconds that the arrow keys move a handle. */
const STEPS = { plain: 0.01, shift: 1, alt: 0.001 } as const;

/** A handle on the time axis that is dragged or moved by keys. All values are in seconds. */
export function Handle({
  kind,
  label,
  value,
  min,
  max,
  left,
  onMove,
  onSettled,
}: {
  readonly kind: "start" | "end" | "fadeIn" | "fadeOut" | "trimStart" | "trimEnd";
  readonly label: string;
  /** The value that screen readers announce: a position or a length. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Position as a CSS length. */
  readonly left: string;
  /** @param by seconds since the movement began @param movement the same symbol for all moves of one press */
  readonly onMove: (by: number, movement: symbol) => void;
  readonly onSettled?: () => void;
}) {
  const { format } = useLocale();
  const { timeAt } = useEditor().timeline;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? STEPS.shift : event.altKey ? STEPS.alt : STEPS.plain;
    const by: Readonly<Record<string, number>> = {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
      PageDown: -STEPS.shift,
      PageUp: STEPS.shift,
      Home: min - value,
      End: max - value,
    };
    const moved = isBrowsers(event) ? undefined : by[event.key];
    if (moved === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // Each key press is a movement of its own.
    onMove(moved, Symbol(kind));
    onSettled?.();
  };
  return (
    <div
      className={css["handle"]}
      data-kind={kind}
      style={{ left } as CSSProperties}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <input> cannot be placed on the time axis
      role="slider"
      tabIndex={0}
      title={label}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={format.clock(value, 3)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => followDrag(event, timeAt, onMove, onSettled)}
    />
  );
}
