import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { type SteadyJob, isActive } from "#runtime/contract/job.ts";
import { isPaused } from "./is-paused.ts";
import css from "./queue.module.css";
import { RunRow } from "./RunRow.tsx";
import { useZip } from "./use-zip.ts";

/** All downloads of the tool, the newest first, with actions on all of them. */
export function RunList({ all }: { readonly all: readonly SteadyJob[] }) {
  const { t, format } = useLocale();
  const { jobs } = useWorkspace();
  const zip = useZip();
  if (all.length === 0) return null;
  const done = all.filter(
    ({ state, results }) => state === "done" && results.some((one) => one.state !== "missing"),
  );
  const failed = all.filter(({ state }) => state === "failed");
  const active = all.filter(isActive);
  const paused = all.filter(isPaused);
  return (
    <section className={css["runs"]} aria-label={t("panel-download:downloads")}>
      <div className={css["head"]}>
        <h2 className={css["heading"]}>{t("panel-download:downloads")}</h2>
        <output className={css["soft"]}>
          {t("panel-download:doneOf", { done: done.length, all: all.length })}
        </output>
      </div>
      <div className={css["actions"]}>
        {done.length > 1 && (
          <Button busy={zip.done !== null} onClick={() => zip.save(all)}>
            {zip.done === null
              ? t("panel-download:zip", { value: done.length })
              : t("panel-kit:converting", { part: format.percent(zip.done) })}
          </Button>
        )}
        {failed.length > 1 && (
          <Button onClick={() => failed.forEach(({ id }) => jobs.retry(id))}>
            {t("panel-download:againAll", { value: failed.length })}
          </Button>
        )}
        {paused.length > 1 && (
          <Button onClick={() => paused.forEach(({ id }) => jobs.retry(id))}>
            {t("panel-download:resumeAll", { value: paused.length })}
          </Button>
        )}
        {active.length > 1 && (
          <Button onClick={() => active.toReversed().forEach(({ id }) => jobs.cancel(id))}>
            {t("panel-download:pauseAll")}
          </Button>
        )}
      </div>
      <ul className={css["list"]}>
        {all.toReversed().map((job) => (
          <RunRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}
