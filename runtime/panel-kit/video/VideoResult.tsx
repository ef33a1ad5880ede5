import { useEffect, useMemo, useRef, useState } from "react";
import { type Shape, LOGICAL } from "../../audio/worker/pictures/look.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { LivePlayer } from "../../ui/player/LivePlayer.tsx";
import { useExclusivePlayback } from "../player/use-exclusive-playback.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { JobResult } from "../../contract/file.ts";
import { ResultSummary } from "../result/ResultSummary.tsx";
import { moveAwaitedFocus } from "../result/use-awaited-focus.ts";
import { useRecords } from "../result/use-records.ts";
import { Save } from "../save/Save.tsx";
import { Screen } from "./Screen.tsx";
import css from "./video.module.css";

/** Whether it has moving pictures that a page can show. */
export const isShowable = ({ type }: JobResult): boolean =>
  type === "image/gif" || type.startsWith("video/");

/** A finished video, whose place is as large before it is open. */
function FinishedVideo({
  url,
  result,
  shape,
}: {
  readonly url: string | null;
  readonly result: JobResult;
  readonly shape: Shape;
}) {
  const { width, height } = LOGICAL[shape];
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const player = useMemo(() => ({ pause: () => video.current?.pause() }), []);
  useExclusivePlayback(player, playing);
  useEffect(
    () => moveAwaitedFocus(video.current!.closest("[data-player]")!.querySelector("[data-play]")),
    [],
  );
  return (
    <div className={css["film"]} style={{ maxInlineSize: `calc(62vh * ${width / height})` }}>
      <LivePlayer
        media={video}
        label={result.name}
        src={url ?? undefined}
        preload="metadata"
        picture={{ width, height }}
        onPlaying={setPlaying}
      />
    </div>
  );
}

/** A finished video with a player and a save button. */
export function VideoResult({
  result,
  shape,
  isOnly,
  onPreview,
}: {
  readonly result: JobResult;
  /** Aspect ratio of its pictures. */
  readonly shape: Shape;
  /** Whether the job has no other result, so that saving it is the main action. */
  readonly isOnly: boolean;
  /** Shows the preview in its place; null if both are shown. */
  readonly onPreview: (() => void) | null;
}) {
  const { t, format } = useLocale();
  const { jobs } = useWorkspace();
  const { flashes } = useRecords([result]).get(result.id) ?? {};
  const [url, setUrl] = useState<string | null>(null);
  const [shown] = useState(result);
  useEffect(() => {
    let here = true;
    let made: string | null = null;
    jobs.openResult(shown).then(
      (file) => {
        if (!here) return;
        made = URL.createObjectURL(file);
        setUrl(made);
      },
      // The queue reports missing files.
      () => {},
    );
    return () => {
      here = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [jobs, shown]);
  return (
    <section className={css["result"]} aria-label={t("panel-kit:result")}>
      <ResultSummary record={null} />
      {result.type.startsWith("video/") && (
        <FinishedVideo url={url} result={result} shape={shape} />
      )}
      {result.type === "image/gif" && (
        <Screen shape={shape}>{url !== null && <img src={url} alt={result.name} />}</Screen>
      )}
      <div className={css["bar"]}>
        <bdi>{result.name}</bdi>
        <span className={css["clock"]}>{format.bytes(result.size)}</span>
        {onPreview && (
          <Button small onClick={onPreview}>
            {t("panel-kit:film.preview")}
          </Button>
        )}
        <Save result={result} isInline={!isOnly} onFormat={() => {}} />
      </div>
      {flashes !== undefined && (
        <p className={css["hint"]}>{t("panel-kit:film.flashes", { count: flashes })}</p>
      )}
    </section>
  );
}
