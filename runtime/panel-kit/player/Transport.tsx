import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import type { ReactNode } from "react";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Clock } from "./Clock.tsx";
import css from "./transport.module.css";

/** Play button and position in one row. */
export function Transport({
  seconds,
  player,
  playing,
  time,
  children,
}: {
  /** Length of the sound. */
  readonly seconds: number;
  /** Null until the sound is open. */
  readonly player: { play(): void; pause(): void } | null;
  readonly playing: boolean;
  readonly time: number;
  /** Further controls of playback. */
  readonly children?: ReactNode;
}) {
  const t = useT();
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
      {children}
    </div>
  );
}
