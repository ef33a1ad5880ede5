import type { PointerEvent } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { markSide } from "#runtime/audio/waveform/mark-side.ts";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import { seekByKey } from "../../parts/seek-keys.ts";
import { type Desk, followPress, shareOf } from "../desk/desk.ts";
import { beatText, rulerStep } from "../project/edit-places.ts";
import { usePlace } from "#runtime/panel-kit/player/use-mix-player.ts";
import css from "./lane.module.css";

/** Numbers that are drawn: more than can be told apart. */
const MOST = 200;

/** The time axis: its numbers, what is selected of it, and the place that is heard. */
export function RulerNumbers({
  desk,
  player,
}: {
  readonly desk: Desk;
  readonly player: LoopPlayer | null;
}) {
  const { t, format } = useLocale();
  const { store, state, values, view, rate, scale, timeAt, seek, extent } = desk;
  const { ruler } = values;
  const time = usePlace(player);
  const step = rulerStep(scale, ruler, values);
  const digits = step >= 1 ? 0 : Math.min(4, Math.ceil(-Math.log10(step) - 1e-9));
  const numbers: number[] = [];
  for (
    let at = Math.ceil(view.from / step - 1e-6);
    at * step < view.to && numbers.length < MOST;
    at++
  )
    numbers.push(at * step);
  const textOf = (seconds: number): string =>
    ruler === "beats" ? beatText(seconds, values) : format.clock(seconds + 1e-9, digits);
  const { start, end } = state.selection;

  const go = (seconds: number): void => {
    const place = Math.min(extent, Math.max(0, seconds));
    store.select({ start: place * rate, end: place * rate });
    seek(place);
  };
  const down = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    go(desk.snapped(timeAt(event.clientX)));
    followPress(
      event,
      (now) => go(desk.snapped(timeAt(now.clientX))),
      () => {},
    );
  };
  return (
    <div
      className={css["numbers"]}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a time axis cannot be an <input>
      role="slider"
      tabIndex={0}
      aria-label={t("panel-kit:position")}
      aria-valuemin={0}
      aria-valuemax={extent}
      aria-valuenow={time}
      aria-valuetext={ruler === "beats" ? beatText(time, values) : format.clock(time, 3)}
      onKeyDown={(event) => seekByKey(event, { time, end: extent }, go)}
      onPointerDown={down}
    >
      {numbers.map((at) => {
        const text = textOf(at);
        const room = (view.to - view.from) * scale;
        const place = { place: (at - view.from) * scale, room, apart: step * scale };
        const side = markSide(text, place);
        return (
          <span key={at} data-side={side} style={{ left: `${shareOf(view, at)}%` }}>
            {side && text}
          </span>
        );
      })}
      {end > start && (
        <i
          className={css["span"]}
          style={{
            left: `${shareOf(view, start / rate)}%`,
            width: `${shareOf(view, end / rate) - shareOf(view, start / rate)}%`,
          }}
        />
      )}
    </div>
  );
}
