import Maximize from "lucide-react/icons/maximize-2";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import ScanLine from "lucide-react/icons/chevrons-left-right";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { Checkbox } from "#runtime/ui/field/Field.tsx";
import { type Desk, LANE_LOOKS } from "./desk/desk.ts";
import { type Pulse, beatText } from "./project/edit-places.ts";
import css from "./desk/edit.module.css";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import { usePlace } from "#runtime/panel-kit/player/use-mix-player.ts";

/** What is heard and shown: playing, and how much of the sound is seen. */
export function EditTransport({
  desk,
  playing,
  player,
  onPlay,
  onZoom,
  onFit,
}: {
  readonly desk: Desk;
  readonly playing: boolean;
  /** Null while there is nothing to be heard. */
  readonly player: LoopPlayer | null;
  readonly onPlay: () => void;
  readonly onZoom: (way: 1 | -1) => void;
  readonly onFit: () => void;
}) {
  const t = useT();
  const { state, values, change, rate, setView, extent } = desk;
  const { start, end } = state.selection;
  const { ruler, loop } = values;
  const showSelection = (): void => {
    const margin = (end - start) * 0.05;
    setView(() => ({
      from: Math.max(0, (start - margin) / rate),
      to: Math.min(extent, (end + margin) / rate),
    }));
  };
  return (
    <div className={css["transport"]}>
      <Button
        look="primary"
        icon={playing ? <Pause /> : <Play />}
        disabled={!player}
        onClick={onPlay}
      >
        {t(playing ? "panel-kit:pause" : "panel-kit:play")}
      </Button>
      <Checkbox
        as="switch"
        label={t("panel-editor:loop")}
        checked={loop}
        onChange={({ target }) => change({ loop: target.checked })}
      />
      <Clock player={player} pulse={ruler === "beats" ? values : null} />
      <LookChoice desk={desk} />
      <div className={css["toolGroup"]}>
        <IconButton label={t("panel-editor:zoomOut")} onClick={() => onZoom(-1)}>
          <ZoomOut />
        </IconButton>
        <IconButton label={t("panel-editor:zoomIn")} onClick={() => onZoom(1)}>
          <ZoomIn />
        </IconButton>
        <IconButton
          label={t("panel-editor:edit.tools.zoomSelection")}
          disabled={end <= start}
          onClick={showSelection}
        >
          <ScanLine />
        </IconButton>
        <IconButton label={t("panel-editor:fit")} onClick={onFit}>
          <Maximize />
        </IconButton>
      </div>
    </div>
  );
}

/** Whether lanes show the waveform, the spectrogram or both. */
function LookChoice({ desk: { values, change } }: { readonly desk: Desk }) {
  const t = useT();
  return (
    <div className={css["looks"]} role="radiogroup" aria-label={t("panel-editor:edit.look.label")}>
      {LANE_LOOKS.map((look) => (
        <label key={look}>
          <input
            type="radio"
            name="look"
            checked={values.look === look}
            onChange={() => change({ look })}
          />
          <span>{t(`panel-editor:edit.look.${look}`)}</span>
        </label>
      ))}
    </div>
  );
}

/** The place that is heard. @param beats a minute, where they are counted */
function Clock({
  player,
  pulse,
}: {
  readonly player: LoopPlayer | null;
  readonly pulse: Pulse | null;
}) {
  const { format } = useLocale();
  const time = usePlace(player);
  return (
    <span className={css["clock"]}>
      {pulse === null ? format.clock(time, 3) : <bdi dir="ltr">{beatText(time, pulse)}</bdi>}
    </span>
  );
}
