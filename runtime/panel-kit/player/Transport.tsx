import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import type { ReactNode } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Range } from "../../ui/field/Range.tsx";
import { Clock } from "./Clock.tsx";
import css from "./transport.module.css";

/** Play button, position and seek bar in one row. */
export function Transport({
  name,
  seconds,
  player,
  playing,
  time,
  children,
}: {
  readonly name: string;
  /** Length of the sound. */
  readonly seconds: number;
  /** Null until the sound is open. */
  readonly player: { play(): void; pause(): void; seek(seconds: number): void } | null;
  readonly playing: boolean;
  readonly time: number;
  /** Further controls of playback. */
  readonly children?: ReactNode;
}) {
  const { t, format } = useLocale();
  return (
    <div className={css["bar"]} data-transport="">
      <Button
        icon={playing ? <Pause /> : <Play />}
        disabled={!player}
        onClick={() => (playing ? player?.pause() : player?.play())}
      >
        {t(playing ? "panel-kit:pause" : "panel-kit:play")}
      </Button>
      <Clock time={time} seconds={seconds} />
      <Range
        className={css["seek"]}
        aria-label={t("workspace:position", { name })}
        aria-valuetext={format.clock(time, 0)}
        min={0}
        max={seconds}
        step={0.1}
        value={Math.min(time, seconds)}
        onChange={({ target }) => player?.seek(target.valueAsNumber)}
      />
      {children}
    </div>
  );
}
