import type { ReactNode } from "react";
import { InActionBar } from "#runtime/contract/action-bar.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { type SteadyJob, isActive } from "#runtime/contract/job.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { SaveButton } from "#runtime/panel-kit/save/SaveButton.tsx";
import { useSaving } from "#runtime/panel-kit/save/use-saving.ts";
import { Done, JobsInBar } from "#runtime/panel-kit/start/RunStates.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { isPaused } from "./is-paused.ts";
import { useZip } from "./use-zip.ts";

/**
 * The downloads in the action bar: their progress, and then what can be done next. The first of
 * resuming, saving and retrying that is possible is the main action, unless something can be
 * started.
 */
export function RunsInBar({
  all,
  canStart,
}: {
  readonly all: readonly SteadyJob[];
  /** Whether the bar has the start of other downloads. */
  readonly canStart: boolean;
}) {
  const { t } = useLocale();
  const { jobs } = useWorkspace();
  const active = all.filter(isActive);
  const paused = all.filter(isPaused);
  const done = all.filter(({ state }) => state === "done");
  const failed = all.filter((job) => ![...active, ...paused, ...done].includes(job));
  const saved = done.filter(({ results }) => results.some(({ state }) => state !== "missing"));
  if (active.length > 0 && !canStart) {
    const pause = active.length > 1 ? "panel-download:pauseAll" : "panel-download:pause";
    const areLinks = active.every(({ text }) => text !== null);
    return <JobsInBar active={active} jobs={jobs} {...(areLinks && { stopLabel: t(pause) })} />;
  }
  const main = canStart ? null : [paused, saved, failed].find(({ length }) => length > 0);
  const retry = (some: readonly SteadyJob[], one: string, several: string): ReactNode => (
    <InActionBar region={main === some ? "primary" : "actions"}>
      <Button
        look={main === some ? "primary" : "secondary"}
        onClick={() => some.forEach(({ id }) => jobs.retry(id))}
      >
        {some.length > 1 ? t(several, { value: some.length }) : t(one)}
      </Button>
    </InActionBar>
  );
  return (
    <>
      {main === saved && <Done jobs={saved} />}
      {paused.length > 0 && retry(paused, "panel-download:resume", "panel-download:resumeAll")}
      {saved.length > 0 && (
        <InActionBar region={main === saved ? "primary" : "actions"}>
          <SaveRuns all={all} saved={saved} isMain={main === saved} />
        </InActionBar>
      )}
      {failed.length > 0 && retry(failed, "workspace:retry", "panel-download:againAll")}
    </>
  );
}

/** Saves the only finished download, or all of them as one ZIP file. */
function SaveRuns({
  all,
  saved,
  isMain,
}: {
  readonly all: readonly SteadyJob[];
  readonly saved: readonly SteadyJob[];
  readonly isMain: boolean;
}) {
  const { t } = useLocale();
  const zip = useZip();
  const saving = useSaving();
  const isOne = saved.length === 1;
  const results = saved.flatMap((job) => job.results.filter(({ state }) => state !== "missing"));
  return (
    <SaveButton
      label={isOne ? t("panel-kit:download") : t("panel-download:zip", { value: saved.length })}
      look={isMain ? "primary" : "secondary"}
      rendering={isOne ? saving : zip}
      onClick={() => (isOne ? saving.save(results) : zip.save(all))}
    />
  );
}
