import { useLocale } from "../../i18n/context.tsx";
import { wordsOf } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice, ProgressArc } from "../../ui/Feedback.tsx";
import type { Job, JobsStore } from "../../workspace/contract/job.ts";
import { isActive } from "../../workspace/contract/job.ts";
import { creditsKey } from "../../workspace/contract/fault.ts";
import { faultText, joinFacts } from "../../workspace/contract/texts.ts";
import css from "./job-progress.module.css";
import { UnchangedNotice } from "./UnchangedNotice.tsx";

/** How the work goes, with the way to end it; why it did not work, or changed nothing. */
export function RunStates({
  latest,
  jobs,
}: {
  /** The last job of each file. */
  readonly latest: readonly Job[];
  readonly jobs: JobsStore;
}) {
  const { t, format } = useLocale();
  const active = latest.filter(isActive);
  const current = active.find(({ state }) => state === "running") ?? active[0];
  const busy = current?.retryAt ? format.timeOfDay(current.retryAt) : null;
  const facts = current && [
    current.state === "running" && current.stage !== null
      ? t(current.stage)
      : t(`workspace:state.${current.state}`),
    current.progress === null ? null : format.percent(current.progress),
    current.left === null ? null : t("common:zone.left", { time: format.timeLeft(current.left) }),
  ];
  return (
    <>
      {latest.map(
        ({ id, state, title, error, usageId }) =>
          state === "failed" &&
          error && (
            <Notice key={id} weight="bad" title={title}>
              <p>{wordsOf(faultText(error), t)}</p>
              {usageId !== null && <p>{t(creditsKey(error))}</p>}
            </Notice>
          ),
      )}
      {latest.map((job) => (
        <UnchangedNotice key={job.id} job={job} />
      ))}
      {current && facts && (
        <div className={css["progress"]}>
          <ProgressArc
            value={current.state === "running" ? current.progress : null}
            label={t("workspace:queue.progress", { title: current.title })}
            size={72}
          />
          <p>
            {busy === null && joinFacts(facts)}
            <output>{busy !== null && t("workspace:queue.busy", { time: busy })}</output>
          </p>
          <Button onClick={() => active.forEach(({ id }) => jobs.cancel(id))}>
            {t("common:zone.cancel")}
          </Button>
        </div>
      )}
    </>
  );
}
