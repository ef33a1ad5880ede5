import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useStore } from "zustand";
import { useLocale, useT } from "../../i18n/context.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { Range } from "../../ui/field/Range.tsx";
import { useWorkspace } from "../../contract/context.ts";
import css from "./preview.module.css";

/** Plays a file as it is. */
export function PlayButton({
  id,
  name,
  disabled,
  onPlay,
}: {
  readonly id: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly onPlay: () => void;
}) {
  const t = useT();
  const { preview } = useWorkspace();
  const playing = useStore(preview, (state) => state.id === id && state.state !== "paused");
  return (
    <IconButton
      label={t(playing ? "workspace:pause" : "workspace:play", { name })}
      disabled={disabled}
      onClick={onPlay}
    >
      {playing ? <Pause /> : <Play />}
    </IconButton>
  );
}

/** A seek bar for the file that is played. */
export function PreviewLine({ id, name }: { readonly id: string; readonly name: string }) {
  const { preview } = useWorkspace();
  const isOwn = useStore(preview, (state) => state.id === id);
  return isOwn && <Position name={name} />;
}

function Position({ name }: { readonly name: string }) {
  const { t, format } = useLocale();
  const { preview } = useWorkspace();
  const { time, duration } = useStore(preview);
  const now = format.clock(time);
  return (
    <div className={css["line"]} data-position="">
      <span className={css["time"]}>{now}</span>
      <Range
        min={0}
        max={duration ?? 0}
        step={0.1}
        value={Math.min(time, duration ?? 0)}
        disabled={duration === null}
        aria-label={t("workspace:position", { name })}
        aria-valuetext={now}
        onChange={({ currentTarget }) => preview.seek(currentTarget.valueAsNumber)}
      />
      <span className={css["time"]}>{duration === null ? "" : format.length(duration)}</span>
    </div>
  );
}
