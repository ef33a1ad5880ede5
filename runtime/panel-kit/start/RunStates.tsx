import { useStore } from "zustand";
import { modelOf } from "#core/models/engine.ts";
import { InActionBar } from "../../contract/action-bar.ts";
import { useWorkspace } from "../../contract/context.ts";
import { useLocale, useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { ArcEntry, ArcNotice } from "../../ui/arc/ArcNotice.tsx";
import { StateArc } from "../../ui/arc/StateArc.tsx";
import { Notice, ProgressArc } from "../../ui/Feedback.tsx";
import { type JobsStore, type SteadyJob, isActive } from "../../contract/job.ts";
import { creditsText } from "../../contract/credits-text.ts";
import { progressTexts, stageText } from "../../contract/progress-texts.ts";
import { faultText, joinFacts } from "../../contract/texts.ts";
import css from "./job-progress.module.css";
import { StoppedActions } from "./StoppedActions.tsx";
import { useJobProgress } from "./use-steady-jobs.ts";
import { UnchangedNotice } from "./UnchangedNotice.tsx";

/**
 * Errors of jobs and notices of jobs that changed nothing; progress and a cancel button in the
 * action bar.
 */
export function RunStates({
  latest,
  jobs,
}: {
  /** The last job of each file. */
  readonly latest: readonly SteadyJob[];
  readonly jobs: JobsStore;
}) {
  const t = useT();
  const active = latest.filter(isActive);
  return (
    <>
      {/* What is reported here needs no notice (`report-events.ts`). */}
      <div hidden data-reports={latest.map(({ id }) => id).join(" ")} />
      <Failures latest={latest} jobs={jobs} />
      {latest
        .filter(({ isStopped }) => isStopped)
        .map((job) => (
          <Notice
            key={job.id}
            weight="attention"
            title={job.title}
            actions={<StoppedActions job={job} />}
          >
            <p>{t("workspace:queue.stopped")}</p>
          </Notice>
        ))}
      {latest.map((job) => (
        <UnchangedNotice key={job.id} job={job} />
      ))}
      <JobsInBar active={active} jobs={jobs} />
      {latest.length > 0 && latest.every(isDone) && <Done jobs={latest} />}
    </>
  );
}

/** Whether a job has ended with a result that differs from its input. */
const isDone = ({ state, unchanged }: SteadyJob): boolean => state === "done" && unchanged === null;

/** The progress of active jobs in the action bar, and the button that cancels them. */
export function JobsInBar({
  active,
  jobs,
  stopLabel,
}: {
  readonly active: readonly SteadyJob[];
  readonly jobs: JobsStore;
  /** Label of the button, if a canceled job continues later. */
  readonly stopLabel?: string;
}) {
  const t = useT();
  const current = active.find(({ state }) => state === "running") ?? active[0];
  if (!current) return null;
  return (
    <>
      <InActionBar region="status">
        <div className={css["progress"]}>
          <RunProgress jobs={jobs} id={current.id} />
        </div>
      </InActionBar>
      <InActionBar region="primary">
        {/* The last one first, so that no queued job starts in between. */}
        <Button onClick={() => active.toReversed().forEach(({ id }) => jobs.cancel(id))}>
          {stopLabel ?? t("common:zone.cancel")}
        </Button>
      </InActionBar>
    </>
  );
}

/** The closed arc in the bar, where the progress was, until another start is offered there. */
export function Done({ jobs }: { readonly jobs: readonly SteadyJob[] }) {
  const t = useT();
  const ready = jobs.flatMap(({ results }) => results).filter(({ state }) => state !== "missing");
  if (ready.length === 0) return null;
  return (
    <InActionBar region="status">
      <div className={`${css["progress"]} ${css["done"]}`}>
        {/* Another run closes it again. */}
        <StateArc key={jobs.map(({ id }) => id).join(" ")} state="done" />
        <p>{t("workspace:chip.ready", { count: ready.length })}</p>
      </div>
    </InActionBar>
  );
}

/** Jobs that have failed, each with the remedy, and charges for jobs that did not succeed. */
function Failures({
  latest,
  jobs,
}: {
  readonly latest: readonly SteadyJob[];
  readonly jobs: JobsStore;
}) {
  const t = useT();
  const { models } = useWorkspace();
  const entries = useStore(models, (state) => state.entries);
  const failed = latest.flatMap((job) => {
    const fault = job.state === "failed" ? job.error : null;
    // The model's row of the ladder shows why its download failed, with the remedy.
    const isAtEngine =
      fault !== null && entries[modelOf(job.params) ?? ""]?.fault?.code === fault.code;
    return fault === null || isAtEngine ? [] : [{ job, fault }];
  });
  const done = latest.filter(({ state }) => state === "done").length;
  const charged = latest.filter((job) => failed.every((one) => one.job !== job));
  return (
    <>
      {failed.length > 0 && (
        <ArcNotice state={done > 0 ? "partly" : "failed"} share={done / (done + failed.length)}>
          {failed.map(({ job, fault }) => (
            <ArcEntry
              key={job.id}
              title={job.title}
              actions={
                <Button small onClick={() => jobs.retry(job.id)}>
                  {t("workspace:retry")}
                </Button>
              }
            >
              <p>{formatText(faultText(fault), t)}</p>
              <Charge job={job} />
            </ArcEntry>
          ))}
        </ArcNotice>
      )}
      {charged.map(
        (job) =>
          creditsText(job) && (
            <Notice key={job.id} weight="attention" title={job.title}>
              <Charge job={job} />
            </Notice>
          ),
      )}
    </>
  );
}

function Charge({ job }: { readonly job: SteadyJob }) {
  const t = useT();
  const credits = creditsText(job);
  return credits && <p>{t(...credits)}</p>;
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
