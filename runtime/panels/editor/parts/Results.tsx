import { useLocale } from "#runtime/i18n/context.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { PlayButton } from "#runtime/panel-kit/player/PreviewLine.tsx";
import { type Freshness, OutdatedBadge } from "#runtime/panel-kit/start/Outdated.tsx";
import { ResultNotes } from "#runtime/panel-kit/result/ResultNotes.tsx";
import { SaveAll } from "#runtime/panel-kit/save/SaveAll.tsx";
import { SaveButton } from "#runtime/panel-kit/save/SaveButton.tsx";
import { nameToSave, sizeToSave } from "#runtime/panel-kit/save/saved-format.ts";
import { useSaving } from "#runtime/panel-kit/save/use-saving.ts";
import strip from "../../../panel-kit/result/compare.module.css";
import css from "./panel.module.css";
import { useRecords } from "#runtime/panel-kit/result/use-records.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import type { JobResult } from "#runtime/contract/file.ts";

/** The results of jobs to play and save: a single one, or several with one file of all of them. */
export function Results({
  done,
  preset,
  freshnessOf = () => "current",
  shown,
}: {
  readonly done: readonly SteadyJob[];
  readonly preset: string;
  /** Whether the result of a job matches the present settings. */
  readonly freshnessOf?: (job: SteadyJob) => Freshness;
  /** Id of a result that is shown and saved elsewhere on the page. */
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
      <SaveAll name={preset} jobs={done} />
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

/** A result with its name and a save button. */
function SavedResult({
  result,
  freshness,
  isQuiet,
}: {
  readonly result: JobResult;
  readonly freshness: Freshness;
  /** Whether it is one of several. */
  readonly isQuiet: boolean;
}) {
  const { t, format } = useLocale();
  const saving = useSaving();
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
      <SaveButton
        label={label}
        name={isOld ? `${label}: ${name}` : t("panel-editor:downloadOne", { name })}
        small={isQuiet}
        look={isQuiet ? "quiet" : "secondary"}
        rendering={saving}
        onClick={() => saving.save([result])}
      />
    </>
  );
}
