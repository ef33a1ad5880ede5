import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { followPress } from "../desk/desk.ts";
import { isBrowsers } from "#runtime/audio/waveform/wave-keys.ts";
import css from "./lane.module.css";

/** Seconds that the arrow keys move a grip. */
const STEPS = { plain: 0.01, shift: 1, alt: 0.001 } as const;

/** Something on the time axis that is moved by hand and by keys. All in seconds. */
export function Grip({
  kind,
  label,
  value,
  least,
  most,
  left,
  timeAt,
  onMove,
  onSettled,
}: {
  readonly kind: "start" | "end" | "fadeIn" | "fadeOut" | "trimStart" | "trimEnd";
  readonly label: string;
  /** What is said: a place, or a length. */
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** Where it stands, as CSS writes it. */
  readonly left: string;
  readonly timeAt: (x: number) => number;
  /** @param by seconds from where it was when the movement began @param movement the same for all moves of one press */
  readonly onMove: (by: number, movement: symbol) => void;
  readonly onSettled?: () => void;
}) {
  const { format } = useLocale();
  const down = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const from = timeAt(event.clientX);
    const movement = Symbol(kind);
    let moved = false;
    followPress(
      event,
      (now) => {
        moved = true;
        onMove(timeAt(now.clientX) - from, movement);
      },
      () => {
        if (moved) onSettled?.();
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? STEPS.shift : event.altKey ? STEPS.alt : STEPS.plain;
    const by: Readonly<Record<string, number>> = {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
      PageDown: -STEPS.shift,
      PageUp: STEPS.shift,
      Home: least - value,
      End: most - value,
    };
    const moved = isBrowsers(event) ? undefined : by[event.key];
    if (moved === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // Each press begins where the one before has ended.
    onMove(moved, Symbol(kind));
    onSettled?.();
  };
  return (
    <div
      className={css["grip"]}
      data-kind={kind}
      style={{ left } as CSSProperties}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it lies on the time axis
      role="slider"
      tabIndex={0}
      title={label}
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={format.clock(value, 3)}
      onKeyDown={onKeyDown}
      onPointerDown={down}
    />
  );
}
