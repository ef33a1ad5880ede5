import Trash2 from "lucide-react/icons/trash-2";
import { useLocale } from "../../i18n/context.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import css from "./video.module.css";
import type { Clip } from "./video-settings.ts";
import { FieldGroup } from "./VideoFields.tsx";
import { DraftField } from "../settings/DraftField.tsx";
import { readClock, writeClock } from "../settings/clock-text.ts";

/** Length of a new clip and minimum length, in seconds. */
const NEW = 30;
const SHORTEST = 0.5;
const MAX_CLIPS = 20;
const STEPS = [0.1, 1] as const;

/** A clip limited to the length of the sound. */
export const clipWithin = ([start, end]: Clip, duration: number): Clip => {
  const from = Math.max(0, Math.min(start, duration - SHORTEST));
  return [from, Math.min(duration, Math.max(end, from + SHORTEST))];
};

/** Ranges of a sound that become a video each. */
export function ClipFields({
  clips,
  duration,
  time,
  onChange,
  onSeek,
}: {
  readonly clips: readonly Clip[];
  readonly duration: number;
  /** Position of the playhead, in seconds. */
  readonly time: () => number;
  readonly onChange: (clips: readonly Clip[]) => void;
  readonly onSeek: (seconds: number) => void;
}) {
  const { t, format } = useLocale();
  const set = (at: number, clip: Clip): void =>
    onChange(clips.map((one, index) => (index === at ? clipWithin(clip, duration) : one)));
  return (
    <FieldGroup title={t("panel-kit:film.clips")}>
      <p className={css["hint"]}>{t("panel-kit:film.clipsHint")}</p>
      {clips.length > 0 && (
        <ol className={css["clips"]}>
          {clips.map(([start, end], at) => (
            <li key={at}>
              {(["start", "end"] as const).map((edge) => {
                const value = edge === "start" ? start : end;
                return (
                  <DraftField
                    key={edge}
                    label={t(`panel-kit:film.clip.${edge}`, { number: at + 1 })}
                    value={value}
                    text={writeClock(value, format)}
                    read={readClock}
                    wrong={t("panel-kit:wrongTime")}
                    steps={STEPS}
                    onCommit={(next) => {
                      set(at, edge === "start" ? [next, end] : [start, next]);
                      onSeek(next);
                    }}
                  />
                );
              })}
              <IconButton
                label={t("panel-kit:film.clip.remove", { number: at + 1 })}
                onClick={() => onChange(clips.filter((_, index) => index !== at))}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button
          small
          disabled={clips.length >= MAX_CLIPS}
          onClick={() => onChange([...clips, clipWithin([time(), time() + NEW], duration)])}
        >
          {t("panel-kit:film.clip.add")}
        </Button>
      </div>
    </FieldGroup>
  );
}
