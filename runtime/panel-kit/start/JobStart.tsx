import type { FormEvent, ReactNode } from "react";
import { useStore } from "zustand";
import { useLocale } from "../../i18n/context.tsx";
import { useOnline } from "../../account/form/use-online.ts";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../contract/context.ts";
import {
  type JobInput,
  type ShorterRun,
  type StartedRun,
  type StartPlan,
  planStart,
} from "./start-plan.ts";
import { useNow } from "./use-now.ts";
import { useSteadyJobs } from "./use-steady-jobs.ts";
import { useDebouncedStart } from "./use-debounced-start.ts";
import { estimate, estimateFrom } from "../../audio/estimate.ts";
import { modelOf } from "#core/models/engine.ts";
import { useDeviceSpeed } from "../engine/use-device-speed.ts";
import { useModelDownload } from "../engine/use-model-download.ts";
import { Outdated } from "../result/Outdated.tsx";
import css from "./job-start.module.css";
import { type StartSaves, useStartSaves } from "./use-start-saves.ts";
import type { SteadyJob } from "../../contract/job.ts";
import type { PanelProps } from "../../contract/panel.ts";

/** Cost, duration and location of a run, and the button that starts one job per file. */
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
  const { starter, user, models } = useWorkspace();
  const missing = useModelDownload(models.models.filter(({ id }) => id === modelOf(run.params)));
  const state = { tool, jobs: useSteadyJobs(jobs), now: useNow() };
  const { cost, due, jobs: planned, seconds } = planStart(input, run, state);
  const takes = useTimeNeeded(seconds, estimated);
  const saving = useStartSaves(saves);
  const request = { due, cost: tool.cost, takesPart };
  const start = (event: FormEvent): void => {
    event.preventDefault();
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
  const canFollow = isFree && !disabled && missing.isReady;
  const follows = (canFollow && input.length === 1 && outdated?.follows) || null;
  useDebouncedStart(follows, () => starter.start({ ...request, jobs: planned.map(toAutomatic) }));
  return (
    <form className={css["start"]} onSubmit={start}>
      {children}
      {outdated && follows === null && (
        <Outdated {...(outdated.onBack && { onBack: outdated.onBack })} />
      )}
      <Button
        look={again ? "secondary" : "primary"}
        type="submit"
        disabled={disabled || missing.isTooLarge || input.length === 0}
        busy={saving.isBusy}
      >
        <StartLabel
          {...{
            action,
            download: missing.bytes,
            isUpdate: outdated !== null && !saves,
          }}
          count={counts ? input.length : 1}
        />
      </Button>
      {note && <p className={css["facts"]}>{note}</p>}
      {input.length > 0 && (
        <StartFacts
          {...{ cost, due, isLocal }}
          isHosted={planned.some((job) => (job.hostedSeconds ?? 0) > 0)}
          takes={estimated ? takes : undefined}
        />
      )}
    </form>
  );
}

/** A job that was started by a change of settings. */
const toAutomatic = (job: StartPlan["jobs"][number]): StartPlan["jobs"][number] => ({
  ...job,
  params: { ...job.params, automatic: true },
});

/** The label of the button: for how many files, or that a result will follow the settings. */
function StartLabel({
  action,
  download,
  count,
  isUpdate,
}: {
  readonly action: string;
  /** Bytes of a model that the start downloads first; null if none. */
  readonly download: number | null;
  readonly count: number;
  readonly isUpdate: boolean;
}) {
  const { t, format } = useLocale();
  if (download !== null)
    return t("panel-kit:quality.getAndStart", { size: format.bytes(download) });
  if (count > 1) return t("panel-kit:startMany", { action, count });
  return isUpdate ? t("panel-kit:outdated.update") : action;
}

/** Cost, location and duration of a start. */
function StartFacts({
  cost,
  due,
  isLocal,
  isHosted,
  takes,
}: {
  readonly cost: number;
  readonly due: number;
  readonly isLocal: boolean;
  /** Whether it uses hosted models, which are charged even if the job fails. */
  readonly isHosted: boolean;
  /** Seconds; null until the device's speed is known, missing if it is not shown. */
  readonly takes: number | null | undefined;
}) {
  const { t, format, navigation } = useLocale();
  const isOnline = useOnline();
  return (
    <ul className={css["facts"]}>
      {!isOnline && cost > 0 && <li>{t("errors:credits.offline")}</li>}
      {cost === 0 && <li>{t("common:cost.free.name")}</li>}
      {due > 0 && (
        <li>
          {t("workspace:start.cost", { count: due })}
          {navigation.pricing && (
            <>
              {" · "}
              <a href={`${navigation.pricing.path}#counts`}>{t("common:cost.more")}</a>
            </>
          )}
        </li>
      )}
      {due < cost && <li>{t(due === 0 ? "workspace:start.again" : "workspace:start.rest")}</li>}
      {isLocal && <li>{t("workspace:start.device")}</li>}
      {isHosted && due > 0 && <li>{t("workspace:start.hosted")}</li>}
      {/* Last, with its space reserved until it is known. */}
      {takes !== undefined && (
        <li>
          {takes === null ? "\u00a0" : t("workspace:start.takes", { time: format.timeLeft(takes) })}
        </li>
      )}
    </ul>
  );
}

/** Processing time in seconds, from earlier runs or from the speed of the device. */
function useTimeNeeded(
  length: number,
  estimated: Parameters<typeof JobStart>[0]["estimated"],
): number | null {
  const device = useDeviceSpeed(estimated?.effect);
  if (!estimated || length === 0) return null;
  const { earlier, lengthOf, timeOf } = estimated;
  const measured = estimateFrom(earlier, length, lengthOf);
  if (measured !== null || timeOf) return measured ?? timeOf!(length);
  return device?.costs ? estimate(device.costs, length, device.speed) : null;
}
