import { type KeyboardEvent, type PointerEvent, useMemo, useState } from "react";
import { createAxis } from "#runtime/audio/spectrogram/axis.ts";
import { SPECTROGRAM_HEIGHT, useSpectrogram } from "#runtime/audio/spectrogram/use-spectrogram.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { LEVEL_RANGES, useEditSettings } from "../context/edit-settings.ts";
import {
  type SpectrogramProps,
  useEditor,
  useEditorSound,
  useTimeline,
} from "../context/editor-context.ts";
import { viewPercent } from "../axis/view-percent.ts";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import css from "./lane-spectrogram.module.css";
import { usePlayhead } from "#runtime/panel-kit/player/use-mix-player.ts";

/** Minimum distance of two labels on the frequency axis, in CSS pixels. */
const MIN_LABEL_DISTANCE = 16;
/** Initial frequency of the keyboard cursor, in Hz. */
const INITIAL_FREQUENCY = 440;
/** Distances that keys move the frequency cursor, from 0 to 1 of the axis. */
const STEPS = { plain: 0.01, shift: 0.1 } as const;

interface Position {
  /** Seconds. */
  readonly at: number;
  /** Height from the bottom, from 0 to 1 of the axis. */
  readonly height: number;
}

/** The spectrogram of a track, with a readout at the pointer and one at the playhead. */
export function LaneSpectrogram({ track, onPress }: SpectrogramProps) {
  const { t, format } = useLocale();
  const { timeAt } = useEditor().timeline;
  const { sampleRate, view } = useTimeline();
  const { spectra, player } = useEditorSound();
  const [settings] = useEditSettings();
  const axis = useMemo(() => createAxis(settings.axis, sampleRate), [settings.axis, sampleRate]);
  const sound = useMemo(() => spectra?.(track) ?? null, [spectra, track]);
  const tints = useMemo(
    () =>
      track.clips
        .filter(({ layer }) => layer)
        .map(({ at, start, end }) => ({
          from: at / sampleRate,
          to: (at + end - start) / sampleRate,
        })),
    [track, sampleRate],
  );
  const [low, high] = LEVEL_RANGES[settings.levels];
  const { canvas, width, ratio, levelAt } = useSpectrogram({
    sound,
    view,
    axis,
    low,
    high,
    tints,
  });
  const [pointer, setPointer] = useState<Position | null>(null);
  const hertzText = (hertz: number): string =>
    hertz < 1000 ? t("panel-kit:unit.Hz", { value: hertz }) : format.sampleRate(Math.round(hertz));
  const readoutAt = ({ at, height }: Position): string =>
    t("panel-editor:edit.spectrogram.at", {
      time: format.clock(at, 3),
      frequency: hertzText(axis.hertzAt(height)),
      level: format.decibels(levelAt(at, height) ?? NaN),
    });
  const move = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const height = 1 - (event.clientY - box.top) / box.height;
    setPointer({ at: timeAt(event.clientX), height: Math.min(1, Math.max(0, height)) });
  };
  return (
    <div
      className={css["spectrogram"]}
      data-track={track.id}
      data-hint={t("panel-editor:edit.hint.lane")}
      onPointerDown={onPress}
      onPointerMove={move}
      onPointerLeave={() => setPointer(null)}
    >
      <canvas
        ref={canvas}
        className={css["canvas"]}
        width={width}
        height={SPECTROGRAM_HEIGHT * ratio}
      />
      <div className={css["axis"]} aria-hidden="true">
        {axis.marks(MIN_LABEL_DISTANCE / SPECTROGRAM_HEIGHT).map((hertz) => (
          <span key={hertz} style={{ bottom: `${100 * axis.shareOf(hertz)}%` }}>
            {hertzText(hertz)}
          </span>
        ))}
      </div>
      <Frequency
        name={track.name}
        player={player}
        initial={axis.shareOf(INITIAL_FREQUENCY)}
        hertzAt={axis.hertzAt}
        range={[axis.lowest, axis.highest]}
        readoutAt={readoutAt}
      />
      {pointer && (
        <span
          className={css["pointer"]}
          style={{ left: `${viewPercent(view, pointer.at)}%`, bottom: `${100 * pointer.height}%` }}
          aria-hidden="true"
        >
          <span
            data-side={viewPercent(view, pointer.at) > 50 ? "left" : "right"}
            data-low={pointer.height < 0.5 || undefined}
          >
            {readoutAt(pointer)}
          </span>
        </span>
      )}
    </div>
  );
}

/** A frequency cursor for the keyboard, with a readout at the playhead. */
function Frequency({
  name,
  player,
  initial,
  hertzAt,
  range: [lowest, highest],
  readoutAt,
}: {
  readonly name: string;
  readonly player: LoopPlayer | null;
  readonly initial: number;
  readonly hertzAt: (height: number) => number;
  /** Ends of the axis in Hz. */
  readonly range: readonly [lowest: number, highest: number];
  readonly readoutAt: (position: Position) => string;
}) {
  const { t } = useLocale();
  const at = usePlayhead(player);
  const [height, setHeight] = useState(initial);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? STEPS.shift : STEPS.plain;
    const to: Readonly<Record<string, number>> = {
      ArrowUp: height + step,
      ArrowDown: height - step,
      PageUp: height + STEPS.shift,
      PageDown: height - STEPS.shift,
      Home: 0,
      End: 1,
    };
    const next = event.ctrlKey || event.metaKey || event.altKey ? undefined : to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setHeight(Math.min(1, Math.max(0, next)));
  };
  const text = readoutAt({ at, height });
  return (
    <div
      className={css["frequency"]}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a line over a picture cannot be an <input>
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t("panel-editor:edit.spectrogram.frequency", { name })}
      aria-valuemin={lowest}
      aria-valuemax={highest}
      aria-valuenow={Math.round(hertzAt(height))}
      aria-valuetext={text}
      style={{ bottom: `${100 * height}%` }}
      onKeyDown={onKeyDown}
    >
      <span data-low={height < 0.5 || undefined}>{text}</span>
    </div>
  );
}
