import type { PointerEvent } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { markSide } from "#runtime/audio/waveform/mark-side.ts";
import { seekByKey } from "../../parts/seek-keys.ts";
import { tempoOf, useEditSettings } from "../context/edit-settings.ts";
import {
  useEditor,
  useEditorSound,
  useEditorState,
  useTimeline,
} from "../context/editor-context.ts";
import { beatText, rulerStep } from "../project/time-grid.ts";
import { usePlayhead } from "#runtime/panel-kit/player/use-mix-player.ts";
import { followPress } from "../axis/follow-press.ts";
import css from "./lane.module.css";
import { viewPercent, viewRange } from "../axis/view-percent.ts";

/** Maximum number of labels, more than fit on a screen. */
const MAX_NUMBERS = 200;

/** The numbers of the time axis and the selected range; the slider moves the playhead. */
export function RulerNumbers() {
  const { t, format } = useLocale();
  const { store, timeline, playback } = useEditor();
  const { view, scale, extent, sampleRate } = useTimeline();
  const { player } = useEditorSound();
  const [settings] = useEditSettings();
  const { ruler } = settings;
  const tempo = tempoOf(settings);
  const time = usePlayhead(player);
  const step = rulerStep(scale, ruler, tempo);
  const digits = step >= 1 ? 0 : Math.min(4, Math.ceil(-Math.log10(step) - 1e-9));
  const numbers: number[] = [];
  for (
    let at = Math.ceil(view.from / step - 1e-6);
    at * step < view.to && numbers.length < MAX_NUMBERS;
    at++
  )
    numbers.push(at * step);
  const textOf = (seconds: number): string =>
    ruler === "beats" ? beatText(seconds, tempo) : format.clock(seconds + 1e-9, digits);
  const { start, end } = useEditorState(({ selection }) => selection);

  const go = (seconds: number): void => {
    const position = Math.min(extent, Math.max(0, seconds));
    store.select({ start: position * sampleRate, end: position * sampleRate });
    playback.seek(position);
  };
  const down = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    go(timeline.snap(timeline.timeAt(event.clientX)));
    followPress(
      event,
      (now) => go(timeline.snap(timeline.timeAt(now.clientX))),
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
      aria-valuetext={ruler === "beats" ? beatText(time, tempo) : format.clock(time, 3)}
      onKeyDown={(event) => seekByKey(event, { time, end: extent }, go)}
      onPointerDown={down}
    >
      {numbers.map((at) => {
        const text = textOf(at);
        const side = markSide(text, {
          position: (at - view.from) * scale,
          room: (view.to - view.from) * scale,
          apart: step * scale,
        });
        return (
          <span key={at} data-side={side} style={{ left: `${viewPercent(view, at)}%` }}>
            {side && text}
          </span>
        );
      })}
      {end > start && (
        <i className={css["span"]} style={viewRange(view, start / sampleRate, end / sampleRate)} />
      )}
    </div>
  );
}
