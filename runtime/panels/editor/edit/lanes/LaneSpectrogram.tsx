import { type KeyboardEvent, type PointerEvent, useMemo, useState } from "react";
import { createAxis } from "#runtime/audio/spectrogram/axis.ts";
import { SPECTROGRAM_HEIGHT, useSpectrogram } from "#runtime/audio/spectrogram/use-spectrogram.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { type SpectrogramProps, LEVEL_RANGES, shareOf } from "../desk/desk.ts";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import css from "./lane-spectrogram.module.css";
import { usePlace } from "#runtime/panel-kit/player/use-mix-player.ts";

/** CSS pixels between two marks of the axis, at least. */
const APART = 16;
/** Hz where those who look by keyboard begin. */
const FIRST = 440;
/** Shares of the axis that keys move the frequency. */
const STEPS = { plain: 0.01, shift: 0.1 } as const;

interface Place {
  /** Seconds. */
  readonly at: number;
  /** Of the axis, from the bottom. */
  readonly share: number;
}

/** The frequencies of a track along the time, with what is at the pointer, or at the playhead. */
export function LaneSpectrogram({ desk, track, player, onPress }: SpectrogramProps) {
  const { t, format } = useLocale();
  const { spectra, rate, view, values, timeAt } = desk;
  const axis = useMemo(() => createAxis(values.axis, rate), [values.axis, rate]);
  const sound = useMemo(() => spectra?.(track) ?? null, [spectra, track]);
  const tints = useMemo(
    () =>
      track.clips
        .filter(({ layer }) => layer)
        .map(({ at, start, end }) => ({ from: at / rate, to: (at + end - start) / rate })),
    [track, rate],
  );
  const [low, high] = LEVEL_RANGES[values.levels];
  const { canvas, width, ratio, levelAt } = useSpectrogram({
    sound,
    view,
    axis,
    low,
    high,
    tints,
  });
  const [pointer, setPointer] = useState<Place | null>(null);
  const hertzText = (hertz: number): string =>
    hertz < 1000 ? t("panel-kit:unit.Hz", { value: hertz }) : format.sampleRate(Math.round(hertz));
  const textOf = ({ at, share }: Place): string => {
    return t("panel-editor:edit.spectrogram.at", {
      time: format.clock(at, 3),
      frequency: hertzText(axis.hertzAt(share)),
      level: format.decibels(levelAt(at, share) ?? NaN),
    });
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const share = 1 - (event.clientY - top) / height;
    setPointer({ at: timeAt(event.clientX), share: Math.min(1, Math.max(0, share)) });
  };
  return (
    <div
      className={css["spectrogram"]}
      data-track={track.id}
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
        {axis.marks(APART / SPECTROGRAM_HEIGHT).map((hertz) => (
          <span key={hertz} style={{ bottom: `${100 * axis.shareOf(hertz)}%` }}>
            {hertzText(hertz)}
          </span>
        ))}
      </div>
      <Frequency
        name={track.name}
        player={player}
        first={axis.shareOf(FIRST)}
        hertzAt={axis.hertzAt}
        range={[axis.lowest, axis.highest]}
        textOf={textOf}
      />
      {pointer && (
        <span
          className={css["pointer"]}
          style={{ left: `${shareOf(view, pointer.at)}%`, bottom: `${100 * pointer.share}%` }}
          aria-hidden="true"
        >
          <span
            data-side={shareOf(view, pointer.at) > 50 ? "left" : "right"}
            data-low={pointer.share < 0.5 || undefined}
          >
            {textOf(pointer)}
          </span>
        </span>
      )}
    </div>
  );
}

/** A frequency that is chosen by keys; what is there is told for the place of the playhead. */
function Frequency({
  name,
  player,
  first,
  hertzAt,
  range: [lowest, highest],
  textOf,
}: {
  readonly name: string;
  readonly player: LoopPlayer | null;
  readonly first: number;
  readonly hertzAt: (share: number) => number;
  /** Hz of the axis' ends. */
  readonly range: readonly [lowest: number, highest: number];
  readonly textOf: (place: Place) => string;
}) {
  const { t } = useLocale();
  const at = usePlace(player);
  const [share, setShare] = useState(first);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? STEPS.shift : STEPS.plain;
    const to: Readonly<Record<string, number>> = {
      ArrowUp: share + step,
      ArrowDown: share - step,
      PageUp: share + STEPS.shift,
      PageDown: share - STEPS.shift,
      Home: 0,
      End: 1,
    };
    const place = event.ctrlKey || event.metaKey || event.altKey ? undefined : to[event.key];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setShare(Math.min(1, Math.max(0, place)));
  };
  const text = textOf({ at, share });
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
      aria-valuenow={Math.round(hertzAt(share))}
      aria-valuetext={text}
      style={{ bottom: `${100 * share}%` }}
      onKeyDown={onKeyDown}
    >
      <span data-low={share < 0.5 || undefined}>{text}</span>
    </div>
  );
}
