import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useLocale } from "../../i18n/context.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/field/Field.tsx";
import css from "./video.module.css";

/** The controls of a preview; they are there before it can play, so that nothing moves later. */
export function PreviewBar({
  playing,
  time,
  onToggle,
  onStep,
  showsZones,
  onZones,
}: {
  readonly playing: boolean;
  /** Seconds of the sound. */
  readonly time: number;
  /** Plays or pauses; null until it can play. */
  readonly onToggle: (() => void) | null;
  /** Moves by frames; null until it can play. */
  readonly onStep: ((by: number) => void) | null;
  readonly showsZones: boolean;
  /** Null until there is a picture. */
  readonly onZones: ((shows: boolean) => void) | null;
}) {
  const { t, format } = useLocale();
  return (
    <div className={css["bar"]}>
      <Button
        icon={playing ? <Pause /> : <Play />}
        disabled={!onToggle}
        onClick={() => onToggle?.()}
      >
        {t(playing ? "panel-kit:pause" : "panel-kit:play")}
      </Button>
      <span className={css["steps"]} dir="ltr">
        <IconButton
          label={t("panel-kit:film.previous")}
          disabled={!onStep}
          onClick={() => onStep?.(-1)}
        >
          <ChevronLeft />
        </IconButton>
        <IconButton label={t("panel-kit:film.next")} disabled={!onStep} onClick={() => onStep?.(1)}>
          <ChevronRight />
        </IconButton>
      </span>
      <span className={css["clock"]}>{format.clock(time, 2)}</span>
      <Checkbox
        label={t("panel-kit:film.zones")}
        checked={showsZones}
        disabled={!onZones}
        onChange={({ target }) => onZones?.(target.checked)}
      />
    </div>
  );
}
