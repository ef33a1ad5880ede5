import Mic from "lucide-react/icons/mic";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useLocale } from "../../i18n/context.tsx";
import type { StemPlayer } from "../../panel-kit/player/stem-player.ts";
import { Button } from "../../ui/Button.tsx";
import { Slider } from "../../ui/field/Field.tsx";
import css from "./lyrics/lyrics.module.css";

/** Plays, shows where it is and goes elsewhere, and opens the view to sing from. */
export function Transport({
  name,
  seconds,
  player,
  playing,
  time,
  canSing,
  onSing,
}: {
  readonly name: string;
  /** Of the song. */
  readonly seconds: number;
  /** Null until it can be heard. */
  readonly player: StemPlayer | null;
  readonly playing: boolean;
  readonly time: number;
  readonly canSing: boolean;
  readonly onSing: () => void;
}) {
  const { t, format } = useLocale();
  return (
    <>
      <div className={css["bar"]}>
        <Button
          look="primary"
          icon={playing ? <Pause /> : <Play />}
          disabled={!player}
          onClick={() => (playing ? player?.pause() : player?.play())}
        >
          {t(playing ? "panel-kit:pause" : "panel-kit:play")}
        </Button>
        <span className={css["clock"]}>
          {format.clock(time, 1)}
          <span>{` / ${format.clock(seconds, 0)}`}</span>
        </span>
        <Button icon={<Mic />} disabled={!player || !canSing} onClick={onSing}>
          {t("panel-karaoke:sing.open")}
        </Button>
      </div>
      <Slider
        label={t("workspace:position", { name })}
        output={format.clock(time, 0)}
        min={0}
        max={seconds}
        step={0.1}
        value={Math.min(time, seconds)}
        onChange={({ target }) => player?.seek(target.valueAsNumber)}
      />
    </>
  );
}
