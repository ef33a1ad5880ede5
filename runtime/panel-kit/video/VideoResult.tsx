import { useEffect, useState } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { JobResult } from "../../contract/file.ts";
import { useRecords } from "../result/use-records.ts";
import { Save } from "../save/Save.tsx";
import css from "./video.module.css";

/** A finished video with a player and a save button. */
export function VideoResult({
  result,
  isOnly,
}: {
  readonly result: JobResult;
  /** Whether the job has no other result, so that saving it is the main action. */
  readonly isOnly: boolean;
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
      {url !== null && result.type === "image/gif" && <img src={url} alt={result.name} />}
      {url !== null && result.type.startsWith("video/") && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are in the picture
        <video src={url} controls playsInline preload="metadata" />
      )}
      <div className={css["bar"]}>
        <bdi>{result.name}</bdi>
        <span className={css["clock"]}>{format.bytes(result.size)}</span>
        <Save result={result} isInline={!isOnly} onFormat={() => {}} />
      </div>
      {flashes !== undefined && (
        <p className={css["hint"]}>{t("panel-kit:film.flashes", { count: flashes })}</p>
      )}
    </section>
  );
}
