import { useStore } from "zustand";
import { modelOf } from "#core/models/engine.ts";
import { InActionBar } from "../../contract/action-bar.ts";
import { useWorkspace } from "../../contract/context.ts";
import { useLocale } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice, ProgressArc } from "../../ui/Feedback.tsx";
import { type JobsStore, type SteadyJob, isActive } from "../../contract/job.ts";
import { creditsText } from "../../contract/credits-text.ts";
import { progressTexts, stageText } from "../../contract/progress-texts.ts";
import { faultText, joinFacts } from "../../contract/texts.ts";
import css from "./job-progress.module.css";
import { useJobProgress } from "./use-steady-jobs.ts";
import { UnchangedNotice } from "./UnchangedNotice.tsx";

/**
 * Errors of jobs and notices of jobs that changed nothing; progress and a cancel button in the
 * action bar.
 */
export function RunStates({
  latest,
  jobs,
  unchanged = true,
}: {
  /** The last job of each file. */
  readonly latest: readonly SteadyJob[];
  readonly jobs: JobsStore;
  /** Whether notices of jobs that changed nothing are shown here. */
  readonly unchanged?: boolean;
}) {
  const { t } = useLocale();
  const { models } = useWorkspace();
  const entries = useStore(models, (state) => state.entries);
  const active = latest.filter(isActive);
  const current = active.find(({ state }) => state === "running") ?? active[0];
  return (
    <>
      {latest.map((job) => {
        const { id, state, title } = job;
        const fault = state === "failed" ? job.error : null;
        // The model's row of the ladder shows why its download failed, with the remedy.
        const isAtEngine =
          fault !== null && entries[modelOf(job.params) ?? ""]?.fault?.code === fault.code;
        const error = isAtEngine ? null : fault;
        const credits = creditsText(job);
        return (
          (error || credits) && (
            <Notice key={id} weight={error ? "bad" : "attention"} title={title}>
              {error && <p>{formatText(faultText(error), t)}</p>}
              {credits && <p>{t(...credits)}</p>}
            </Notice>
          )
        );
      })}
      {unchanged && latest.map((job) => <UnchangedNotice key={job.id} job={job} />)}
      {current && (
        <>
          <InActionBar region="status">
            <div className={css["progress"]}>
              <RunProgress jobs={jobs} id={current.id} />
            </div>
          </InActionBar>
          <InActionBar region="primary">
            <Button onClick={() => active.forEach(({ id }) => jobs.cancel(id))}>
              {t("common:zone.cancel")}
            </Button>
          </InActionBar>
        </>
      )}
    </>
  );
}

/** The progress of a job, in a component of its own so that only it renders with each message. */
function RunProgress({ jobs, id }: { readonly jobs: JobsStore; readonly id: string }) {
  const { t, format } = useLocale();
  const job = useJobProgress(jobs, id);
  if (!job) return null;
  const { state, progress, title, retryAt } = job;
  const busy = retryAt ? format.timeOfDay(retryAt) : null;
  const facts = [
    state === "running" ? stageText(job, t) : t(`workspace:state.${state}`),
    ...progressTexts(job, { t, format }),
  ];
  return (
    <>
      <ProgressArc
        value={state === "running" ? progress : null}
        label={t("workspace:queue.progress", { title })}
        size={48}
      />
      <p>
        {busy === null && joinFacts(facts)}
        <output>{busy !== null && t("workspace:queue.busy", { time: busy })}</output>
      </p>
    </>
  );
}
