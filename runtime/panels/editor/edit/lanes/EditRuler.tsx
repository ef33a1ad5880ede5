import type { KeyboardEvent, PointerEvent, Ref } from "react";
import { useLocale } from "../../../../i18n/context.tsx";
import { markSide } from "../../../../audio/waveform/mark-side.ts";
import { isBrowsers } from "../../../../audio/waveform/wave-keys.ts";
import type { Desk } from "../desk/desk.ts";
import { followPress, shareOf } from "../desk/desk.ts";
import { beatText, rulerStep } from "../project/edit-places.ts";
import { Grip } from "./Grip.tsx";
import css from "./lane.module.css";
import type { LoopPlayer } from "../../../../panel-kit/player/loop-player.ts";
import { usePlace } from "../project/use-mix.ts";

/** Seconds that a key moves the place. */
const SEEK = { plain: 1, shift: 5, alt: 0.01 } as const;

/** The time, what is marked in it, the ends of the selection, and the place that is heard. */
export function EditRuler({
  desk,
  player,
  axis,
}: {
  readonly desk: Desk;
  readonly player: LoopPlayer | null;
  /** Whose sides are those of all lanes. */
  readonly axis: Ref<HTMLDivElement>;
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
    at * step < view.to && numbers.length < 200;
    at++
  )
    numbers.push(at * step);
  const textOf = (seconds: number): string =>
    ruler === "beats" ? beatText(seconds, values) : format.clock(seconds + 1e-9, digits);
  const { start, end } = state.selection;
  const isSeen = (seconds: number): boolean => seconds >= view.from && seconds <= view.to;

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
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.altKey ? SEEK.alt : event.shiftKey ? SEEK.shift : SEEK.plain;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: time - by,
      ArrowRight: time + by,
      ArrowDown: time - by,
      ArrowUp: time + by,
      Home: 0,
      End: extent,
    };
    const place = isBrowsers(event) ? undefined : to[event.key];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(place);
  };
  const edge = (kind: "start" | "end") => {
    const place = kind === "start" ? start : end;
    if (!isSeen(place / rate)) return null;
    return (
      <Grip
        kind={kind}
        label={t(`panel-editor:handle.${kind}`)}
        value={place / rate}
        least={kind === "start" ? 0 : start / rate}
        most={kind === "start" ? end / rate : extent}
        left={`${shareOf(view, place / rate)}%`}
        timeAt={timeAt}
        onMove={moveEdge(kind)}
        onSettled={desk.settle}
      />
    );
  };
  /** Moves go from where the edge was when the movement began. */
  const moveEdge = (kind: "start" | "end") => {
    let from: { readonly movement: string; readonly place: number } | null = null;
    return (by: number, movement: string): void => {
      const { selection } = store.getState();
      if (from?.movement !== movement) from = { movement, place: selection[kind] };
      const place = desk.snapped(Math.max(0, from.place / rate + by)) * rate;
      store.select(
        kind === "start"
          ? { start: Math.min(place, selection.end) }
          : { end: Math.max(place, selection.start) },
      );
    };
  };
  return (
    <div className={css["ruler"]} dir="ltr" ref={axis}>
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
        onKeyDown={onKeyDown}
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
      <div className={css["marks"]}>
        {state.edit.marks.map((mark) => {
          const [from, to] = [mark.start / rate, mark.end / rate];
          if (to < view.from || from > view.to) return null;
          return (
            <button
              key={mark.id}
              type="button"
              className={css["flag"]}
              data-place={mark.start === mark.end || undefined}
              style={{
                left: `${shareOf(view, from)}%`,
                ...(to > from && { width: `${shareOf(view, to) - shareOf(view, from)}%` }),
              }}
              title={mark.name}
              onClick={() => {
                store.select({ start: mark.start, end: mark.end });
                seek(from);
              }}
            >
              <bdi>{mark.name}</bdi>
            </button>
          );
        })}
      </div>
      {edge("start")}
      {edge("end")}
    </div>
  );
}
