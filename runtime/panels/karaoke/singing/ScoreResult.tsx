import { useEffect, useState } from "react";
import type { SingingMeasures, SingingScore } from "#audio/music/singing/score-singing.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { LivePlayer } from "#runtime/ui/player/LivePlayer.tsx";
import { stemLength } from "#runtime/contract/texts.ts";
import type { VoiceScore } from "./sung-track.ts";
import type { Take } from "./take-session.ts";
import kit from "#runtime/panel-kit/layout/kit.module.css";
import css from "./singing.module.css";

/** Cents from which a tendency is named. */
const TENDENCY = 20;
const ENDINGS: Readonly<Record<string, string>> = { "audio/mp4": "m4a", "audio/ogg": "ogg" };

/** The score of a take with its parts, as a whole and by line. */
export function ScoreResult({
  score,
  voices,
  latency,
  textOf,
}: {
  readonly score: SingingScore;
  /** Those of a duet. */
  readonly voices: readonly VoiceScore[];
  /** Seconds. */
  readonly latency: number;
  /** The lyrics that are sung at a time in seconds; empty if there are none. */
  readonly textOf: (seconds: number) => string;
}) {
  const { t, format } = useLocale();
  return (
    <>
      <p className={css["total"]}>
        {t("panel-karaoke:score.result", { score: Math.round(100 * score.score!) })}
      </p>
      {voices.length > 0 && (
        <dl className={css["parts"]} data-voices="">
          {voices.map((one) => (
            <div key={one.voice}>
              <dt>
                <bdi>{one.voice}</bdi>
              </dt>
              <dd>{t("panel-karaoke:score.result", { score: Math.round(100 * one.score) })}</dd>
            </div>
          ))}
        </dl>
      )}
      <Parts measures={score} />
      {latency >= 0.03 && (
        <p className={css["note"]}>
          {t("panel-karaoke:score.latency", {
            time: t("panel-kit:unit.ms", { value: 1000 * latency }),
          })}
        </p>
      )}
      {score.lines.length > 0 && (
        <details className={kit["more"]}>
          <summary>{t("panel-karaoke:score.lines")}</summary>
          <ol className={css["lines"]}>
            {score.lines.map((line) => (
              <li key={line.from}>
                <span>{format.clock(line.from, 0)}</span>
                <bdi>{textOf(line.from)}</bdi>
                <strong>{format.number(Math.round(100 * line.score!))}</strong>
                <Parts measures={line} />
              </li>
            ))}
          </ol>
        </details>
      )}
      <p className={css["note"]}>{t("panel-karaoke:score.how")}</p>
    </>
  );
}

function Parts({ measures }: { readonly measures: SingingMeasures }) {
  const { t, format } = useLocale();
  const { cents, bias, notes, timing, sung } = measures;
  const tendency =
    bias === null || Math.abs(bias) < TENDENCY
      ? null
      : t(bias < 0 ? "panel-karaoke:score.flat" : "panel-karaoke:score.sharp");
  const offBy = cents === null ? null : t("panel-karaoke:score.cents", { count: cents });
  const parts = [
    ["pitch", offBy !== null && tendency !== null ? `${offBy} · ${tendency}` : offBy],
    ["notes", notes.total > 0 ? t("panel-karaoke:score.notesOf", notes) : null],
    ["timing", timing === null ? null : t("panel-kit:unit.ms", { value: 1000 * timing })],
    ["sung", format.percent(sung)],
  ] as const;
  return (
    <dl className={css["parts"]}>
      {parts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{t(`panel-karaoke:score.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The recording of a take, to hear, save and delete. */
export function TakeRecording({
  take,
  song,
  onDelete,
  onPlay,
}: {
  readonly take: Take;
  /** Name of the song with extension. */
  readonly song: string;
  readonly onDelete: () => void;
  readonly onPlay: () => void;
}) {
  const { t } = useLocale();
  const saveFile = useSaveFile();
  const [src] = useState(() => URL.createObjectURL(take.sound));
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  const ending = ENDINGS[take.sound.type] ?? "webm";
  const name = t("panel-karaoke:score.file", { song: song.slice(0, stemLength(song)) });
  return (
    <>
      <LivePlayer
        label={t("panel-karaoke:score.take")}
        src={src}
        seconds={take.seconds}
        preload="metadata"
        onPlaying={(isPlaying) => isPlaying && onPlay()}
      />
      <div className={css["actions"]}>
        <Button small onClick={() => void saveFile(take.sound, `${name}.${ending}`)}>
          {t("panel-karaoke:score.save")}
        </Button>
        <Button small look="quiet" onClick={onDelete}>
          {t("panel-karaoke:score.delete")}
        </Button>
      </div>
      <p className={css["note"]}>{t("panel-karaoke:score.kept")}</p>
    </>
  );
}
