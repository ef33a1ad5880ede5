import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Repeat from "lucide-react/icons/repeat";
import { useLocale } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { Clock } from "#runtime/panel-kit/player/Clock.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { Segmented } from "#runtime/ui/choice/Choice.tsx";
import type { Side } from "./mix.ts";
import css from "./mixer.module.css";
import type { LoopRange } from "./mixer-state.ts";

const SIDES: readonly Side[] = ["mix", "original"];

/** Playback, position, comparison of the original with the mix, and loop. */
export function Transport({
  playing,
  disabled,
  time,
  duration,
  side,
  loop,
  isLooping,
  onToggle,
  onSide,
  onLoop,
}: {
  readonly playing: boolean;
  readonly disabled: boolean;
  readonly time: number;
  readonly duration: number;
  readonly side: Side;
  readonly loop: LoopRange | null;
  readonly isLooping: boolean;
  readonly onToggle: () => void;
  readonly onSide: (side: Side) => void;
  readonly onLoop: () => void;
}) {
  const { t, format } = useLocale();
  return (
    <div className={css["transport"]}>
      <Button icon={playing ? <Pause /> : <Play />} disabled={disabled} onClick={onToggle}>
        {t(playing ? "panel-kit:pause" : "panel-kit:play")}
      </Button>
      <Clock time={time} seconds={duration} />
      <Segmented
        label={t("panel-kit:hear")}
        options={SIDES.map((value) => ({
          value,
          label: t(`panel-separation:side.${value}`),
          tone: value === "mix" ? "kept" : "ink",
        }))}
        value={side}
        disabled={disabled}
        onChange={onSide}
      />
      <span className={css["looping"]} data-on={isLooping || undefined}>
        <IconButton
          label={t("panel-separation:loop.label")}
          aria-pressed={isLooping}
          disabled={disabled}
          onClick={onLoop}
        >
          <Repeat />
        </IconButton>
        {loop && (
          <span className={kit["soft"]}>
            {`${format.clock(loop.start, 1)} – ${format.clock(loop.end, 1)}`}
          </span>
        )}
      </span>
    </div>
  );
}
