import type { KeyboardEvent, ReactNode } from "react";
import { isBrowsers } from "#runtime/audio/waveform/wave-keys.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import type { StemPlayer } from "#runtime/panel-kit/player/stem-player.ts";
import { Fader } from "#runtime/panel-kit/strip/Fader.tsx";
import { LevelMeter } from "#runtime/panel-kit/strip/LevelMeter.tsx";
import { MASTER } from "./mix.ts";
import css from "./mixer.module.css";

/** Distances that keys move the playhead, in seconds. */
const STEPS = { plain: 1, shift: 5 } as const;

/** The master channel: its level, and a waveform to seek in. */
export function MasterRow({
  player,
  playing,
  gain,
  onGain,
  duration,
  time,
  lane,
  actions,
}: {
  readonly player: StemPlayer | null;
  readonly playing: boolean;
  /** dB */
  readonly gain: number;
  readonly onGain: (gain: number) => void;
  readonly duration: number;
  readonly time: number;
  readonly lane: ReactNode;
  readonly actions: ReactNode;
}) {
  const { t, format } = useLocale();
  const name = t("panel-separation:master");
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? STEPS.shift : STEPS.plain;
    const positions: Readonly<Record<string, number>> = {
      ArrowLeft: time - step,
      ArrowDown: time - step,
      ArrowRight: time + step,
      ArrowUp: time + step,
      PageDown: time - STEPS.shift,
      PageUp: time + STEPS.shift,
      Home: 0,
      End: duration,
    };
    const position = isBrowsers(event) ? undefined : positions[event.key];
    if (position === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    player?.seek(position);
  };
  return (
    <div className={css["row"]} data-master="">
      <div className={css["head"]}>
        <div className={css["title"]}>
          <span className={css["name"]}>{name}</span>
          <LevelMeter peaks={player?.peaks ?? null} playing={playing} />
        </div>
        <Fader
          label={t("panel-kit:mixer.volume")}
          name={t("panel-separation:fader.volumeOf", { name })}
          text={format.decibels(gain)}
          range={[MASTER.least, MASTER.most]}
          step={0.5}
          value={gain}
          onChange={onGain}
        />
      </div>
      <div
        className={css["song"]}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a sound cannot be drawn as <input>
        role="slider"
        tabIndex={0}
        aria-label={t("panel-kit:position")}
        aria-valuemin={0}
        aria-valuemax={duration}
        aria-valuenow={time}
        aria-valuetext={format.clock(time, 1)}
        onKeyDown={onKeyDown}
      >
        {lane}
      </div>
      <div className={css["actions"]}>{actions}</div>
    </div>
  );
}
