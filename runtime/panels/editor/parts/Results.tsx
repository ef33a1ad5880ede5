import Download from "lucide-react/icons/download";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { useWorkspace } from "#runtime/workspace/contract/context.ts";
import { PlayButton } from "#runtime/panel-kit/player/PreviewLine.tsx";
import { type Freshness, OutdatedBadge } from "#runtime/panel-kit/result/Outdated.tsx";
import { ResultNotes } from "#runtime/panel-kit/result/ResultNotes.tsx";
import { SaveAll } from "#runtime/panel-kit/save/SaveAll.tsx";
import { nameToSave, sizeToSave } from "#runtime/panel-kit/save/saving.ts";
import { useSaving } from "#runtime/panel-kit/save/use-saving.ts";
import strip from "../../../panel-kit/result/compare.module.css";
import css from "./panel.module.css";
import { useRecords } from "#runtime/panel-kit/result/use-records.ts";
import type { SteadyJob } from "#runtime/workspace/contract/job.ts";
import type { JobResult } from "#runtime/workspace/contract/file.ts";

/** The results of jobs: a single one, or all of them as one file and quietly each of them, to be heard and saved. */
export function Results({
  done,
  preset,
  freshnessOf = () => "current",
  shown,
}: {
  readonly done: readonly SteadyJob[];
  readonly preset: string;
  /** How what a job made stands to what is set. */
  readonly freshnessOf?: (job: SteadyJob) => Freshness;
  /** Id of a result that is shown and saved elsewhere. */
  readonly shown?: string | undefined;
}) {
  const { t } = useLocale();
  const { jobs, preview } = useWorkspace();
  const results = done.flatMap((job) =>
    job.results
      .filter(({ state, id }) => state !== "missing" && id !== shown)
      .map((result) => ({ ...result, job, freshness: freshnessOf(job) })),
  );
  const records = useRecords(results);
  if (results.length === 0) return null;
  const isSingle = results.length === 1;

  return (
    <section className={css["results"]} aria-label={t("panel-editor:results")}>
      <h2 className={css["title"]}>{t("panel-editor:results")}</h2>
      <SaveAll name={preset} jobs={done} look="primary" />
      <ul className={isSingle ? undefined : `${css["list"]} ${css["files"]}`}>
        {results.map((result) => (
          <li key={result.id} className={isSingle ? strip["strip"] : undefined}>
            <PlayButton
              id={result.id}
              name={nameToSave(result)}
              disabled={false}
              onPlay={() => preview.toggle(result.id, () => jobs.openResult(result))}
            />
            <SavedResult result={result} freshness={result.freshness} isQuiet={!isSingle} />
            <div className={css["notes"]}>
              <ResultNotes record={records.get(result.id)} job={result.job} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A result with its name, and the button that saves it. */
function SavedResult({
  result,
  freshness,
  isQuiet,
}: {
  readonly result: JobResult;
  readonly freshness: Freshness;
  /** It is one of several. */
  readonly isQuiet: boolean;
}) {
  const { t, format } = useLocale();
  const { save, done } = useSaving();
  const { bytes, isExact } = sizeToSave(result);
  const name = nameToSave(result);
  const isOld = freshness !== "current";
  const label = t(isOld ? "panel-kit:downloadEarlier" : "panel-kit:download");
  return (
    <>
      <span className={css["what"]}>
        <bdi>{name}</bdi>
        <span className={css["soft"]}>
          {bytes !== null && `${isExact ? "" : "≈ "}${format.bytes(bytes)}`}{" "}
          <OutdatedBadge freshness={freshness} />
        </span>
      </span>
      <Button
        small={isQuiet}
        look={isQuiet ? "quiet" : "primary"}
        icon={<Download />}
        busy={done !== null}
        aria-label={isOld ? `${label}: ${name}` : t("panel-editor:downloadOne", { name })}
        onClick={() => save([result])}
      >
        {done === null ? label : t("panel-kit:converting", { part: format.percent(done) })}
      </Button>
    </>
  );
}
