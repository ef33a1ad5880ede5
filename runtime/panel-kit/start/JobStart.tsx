import type { ReactNode } from "react";
import { useStore } from "zustand";
import { Button } from "../../ui/Button.tsx";
import { InActionBar } from "../../contract/action-bar.ts";
import { useWorkspace } from "../../contract/context.ts";
import { useT } from "../../i18n/context.tsx";
import {
  type JobInput,
  type ShorterRun,
  type StartedRun,
  type StartPlan,
  lacksLength,
  planStart,
} from "./start-plan.ts";
import { useNow } from "./use-now.ts";
import { useSteadyJobs } from "./use-steady-jobs.ts";
import { useDebouncedStart } from "./use-debounced-start.ts";
import { estimate, estimateFrom } from "../../audio/estimate.ts";
import { modelOf, modelsOf } from "#core/models/engine.ts";
import { useDeviceSpeed } from "../engine/use-device-speed.ts";
import { useModelDownload } from "../engine/use-model-download.ts";
import { Outdated } from "./Outdated.tsx";
import css from "./job-start.module.css";
import { StartFacts, StartLabel } from "./StartFacts.tsx";
import { type StartSaves, useStartSaves } from "./use-start-saves.ts";
import { type JobSpec, type SteadyJob, isActive } from "../../contract/job.ts";
import type { PanelProps } from "../../contract/panel.ts";

/**
 * Cost, duration and location of a run, and the button that starts one job per file, in the action
 * bar. While the jobs run, the bar shows their progress instead (`RunStates`); after they have
 * ended, it saves the result, and another start is offered among the settings.
 */
export function JobStart({
  tool,
  jobs,
  input,
  run,
  action,
  counts = false,
  isLocal = true,
  disabled = false,
  note,
  estimated,
  again = false,
  takesPart = false,
  shorter,
  outdated = null,
  saves,
  children,
}: Pick<PanelProps, "tool" | "jobs"> & {
  /** Files or texts, one job for each. */
  readonly input: readonly JobInput[];
  /** The job to enqueue for each input. */
  readonly run: StartedRun;
  /** Label of the button. */
  readonly action: string;
  /** Whether the label counts the files if there are several. */
  readonly counts?: boolean;
  /** Whether the job runs on the device; true by default. */
  readonly isLocal?: boolean;
  readonly disabled?: boolean;
  /** Why it cannot be started now. */
  readonly note?: string | null;
  /** Data for the estimate of the duration; missing if it is not worth showing. */
  readonly estimated?: {
    readonly effect: string;
    /** Earlier jobs of this tool. */
    readonly earlier: readonly SteadyJob[];
    /** Length of a file of the tray in seconds; null if unknown. */
    readonly lengthOf: (fileId: string) => number | null;
    /**
     * Processing time in seconds for a length of sound, if it is not that of the effect; null if
     * unknown.
     */
    readonly timeOf?: (length: number) => number | null;
  };
  /** Whether there is already a result, which is more important than another start. */
  readonly again?: boolean;
  /**
   * Whether its jobs support `params.part`, so that few credits pay for the first minutes of a
   * file.
   */
  readonly takesPart?: boolean;
  /**
   * Shorter versions of the only job, the longest first, for visitors with too few credits for all
   * of it.
   */
  readonly shorter?: () => readonly ShorterRun[];
  /** Set if a result was made with other settings. */
  readonly outdated?: {
    /** Restores those settings; missing if that is not possible. */
    readonly onBack?: () => void;
    /**
     * Identifies the settings, if the result follows them without a click unless that costs
     * credits.
     */
    readonly follows: string | null;
  } | null;
  /** Set if the button also saves the results. */
  readonly saves?: StartSaves;
  /** Choices shown right before the button. */
  readonly children?: ReactNode;
}) {
  const { starter, user, models, servers } = useWorkspace();
  const missing = useModelDownload(models.models.filter(({ id }) => neededHere(run).includes(id)));
  const serverPrice = servers?.price;
  const state = { tool, jobs: useSteadyJobs(jobs), now: useNow(), serverPrice };
  // A job there that turns out to be longer than what was paid for fails after its file was sent.
  const isUnpriced = run.onServer === true && input.some(lacksLength);
  const { cost, due, dues, jobs: planned, seconds } = planStart(input, run, state);
  const lengthNote = useLengthNote(planned);
  const takes = useTimeNeeded(seconds, estimated);
  const saving = useStartSaves(saves);
  const request = { due, dues, cost: tool.cost, takesPart };
  const start = (): void => {
    if (saving.isBusy || saving.saveCurrent()) return;
    const versions = shorter?.().map(({ minutes, input: one, run: changes }) => ({
      minutes,
      ...planStart([one], { ...run, ...changes }, state),
    }));
    // The jobs wait for it, while an account or credits are asked for.
    void missing.load();
    starter.start({
      ...request,
      jobs: planned,
      ...(versions && { shorter: versions }),
      ...(saves && { onStarted: saving.onStarted }),
    });
  };
  const isFree = useStore(user, ({ token }) => cost === 0 || (due === 0 && token !== null));
  const canFollow = isFree && !disabled && !isUnpriced && missing.isReady;
  const follows = (canFollow && input.length === 1 && outdated?.follows) || null;
  useDebouncedStart(follows, () => starter.start({ ...request, jobs: planned.map(toAutomatic) }));
  return (
    <>
      {children}
      {outdated && follows === null && (
        <Outdated {...(outdated.onBack && { onBack: outdated.onBack })} />
      )}
      <StartButton again={again} isAtWork={planned.some((job) => isAtWork(state.jobs, job))}>
        <StartFacts
          {...{ cost, due, isLocal }}
          note={isUnpriced ? lengthNote : note}
          onServer={run.onServer}
          isEmpty={input.length === 0 || isUnpriced}
          isHosted={planned.some((job) => (job.hostedSeconds ?? 0) > 0)}
          takes={estimated ? takes : undefined}
        />
        <Button
          look={again ? "secondary" : "primary"}
          data-start=""
          disabled={disabled || isUnpriced || missing.isTooLarge || input.length === 0}
          busy={saving.isBusy}
          onClick={start}
        >
          <StartLabel
            {...{ action, download: missing.bytes, isUpdate: outdated !== null && !saves }}
            count={counts ? input.length : 1}
          />
        </Button>
      </StartButton>
    </>
  );
}

/** Why jobs cannot be priced; null while the length of a file of theirs is being read. */
function useLengthNote(jobs: StartPlan["jobs"]): string | null {
  const t = useT();
  const { files } = useWorkspace();
  const isReading = useStore(files, (tray) =>
    tray.files.some(
      ({ id, isProbed }) => isProbed === false && jobs.some(({ fileIds }) => fileIds.includes(id)),
    ),
  );
  return isReading ? null : t("panel-kit:servers.noLength");
}

/** Ids of the models that a run needs on the device: the servers have theirs. */
const neededHere = ({ params, onServer }: StartedRun): readonly string[] =>
  modelsOf(params).filter((id) => !onServer || id !== modelOf(params));

/** The facts and the button: in the action bar, or after a result among the settings. */
function StartButton({
  again,
  isAtWork: isHidden,
  children: [facts, button],
}: {
  readonly again: boolean;
  /** Whether the bar shows the progress of these jobs. */
  readonly isAtWork: boolean;
  readonly children: readonly [facts: ReactNode, button: ReactNode];
}) {
  if (again)
    return (
      <div className={css["start"]}>
        {button}
        {facts}
      </div>
    );
  if (isHidden) return null;
  return (
    <>
      <InActionBar region="status">{facts}</InActionBar>
      <InActionBar region="primary">{button}</InActionBar>
    </>
  );
}

/** Whether a job of the same tool is queued or running on the same input. */
const isAtWork = (jobs: readonly SteadyJob[], { panel, preset, fileIds, text }: JobSpec): boolean =>
  jobs.some(
    (job) =>
      isActive(job) &&
      job.panel === panel &&
      job.preset === preset &&
      job.text === (text ?? null) &&
      job.fileIds.join() === fileIds.join(),
  );

/** A job that was started by a change of settings. */
const toAutomatic = (job: StartPlan["jobs"][number]): StartPlan["jobs"][number] => ({
  ...job,
  params: { ...job.params, automatic: true },
});

/** Processing time in seconds, from earlier runs or from the speed of the device. */
function useTimeNeeded(
  length: number,
  estimated: Parameters<typeof JobStart>[0]["estimated"],
): number | null {
  const device = useDeviceSpeed(estimated?.effect);
  if (!estimated || length === 0) return null;
  const { earlier, lengthOf, timeOf } = estimated;
  const measured = estimateFrom(earlier, length, ({ fileIds }) => lengthOf(fileIds[0] ?? ""));
  if (measured !== null || timeOf) return measured ?? timeOf!(length);
  return device?.costs ? estimate(device.costs, length, device.speed) : null;
}
