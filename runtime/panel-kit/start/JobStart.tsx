import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { useLocale, useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { type JobInput, type ShorterRun, type StartedRun, planStart } from "./start-plan.ts";
import { useNow } from "./use-now.ts";
import { useSteadyJobs } from "./use-steady-jobs.ts";
import { useStartAfterRest } from "./use-start-after-rest.ts";
import { estimate, estimateFrom } from "../../audio/estimate.ts";
import { Outdated } from "../result/Outdated.tsx";
import css from "./job-start.module.css";
import { type StartSaves, useStartSaves } from "./use-start-saves.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { SteadyJob } from "../../workspace/contract/job.ts";
import type { PanelProps } from "../../workspace/contract/panel.ts";

/** What a run costs, how long it takes and where it happens, and the button that starts it: a job a file. */
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
  /** Files, or a text: a job each. */
  readonly input: readonly JobInput[];
  /** What is asked of the queue, for each of them. */
  readonly run: StartedRun;
  /** What the button says. */
  readonly action: string;
  /** Whether it says for how many files, where there are several. */
  readonly counts?: boolean;
  /** Whether the work is done on the device, as it is where nothing else is said. */
  readonly isLocal?: boolean;
  readonly disabled?: boolean;
  /** Why it cannot be started now. */
  readonly note?: string | null;
  /** By what its time is told; missing where that is not worth saying. */
  readonly estimated?: {
    readonly effect: string;
    /** Jobs of this tool. */
    readonly earlier: readonly SteadyJob[];
    /** Seconds of a file of the tray; null where nobody knows. */
    readonly lengthOf: (fileId: string) => number | null;
    /** Seconds for so many of sound, where it is not the effect that does it; null: nobody knows. */
    readonly timeOf?: (length: number) => number | null;
  };
  /** Whether there is a result already, which matters more than to start once more. */
  readonly again?: boolean;
  /** Whether its jobs take `params.part`, so that few credits pay for a file's first minutes. */
  readonly takesPart?: boolean;
  /** Shorter versions of the only job, the longest first, for who has too few credits for all of it. */
  readonly shorter?: () => readonly ShorterRun[];
  /** A result was made with other settings; null where none was. */
  readonly outdated?: {
    /** Sets what it was made with; missing where that cannot be set. */
    readonly onBack?: () => void;
    /** Names what is set, where the result is to follow it without a click unless that costs credits. */
    readonly follows: string | null;
  } | null;
  /** Set where the button also saves the results to the device. */
  readonly saves?: StartSaves;
  /** What is chosen right before. */
  readonly children?: ReactNode;
}) {
  const { starter, user } = useWorkspace();
  const queue = useSteadyJobs(jobs);
  const now = useNow();
  const plan = planStart(input, run, { tool, jobs: queue, now });
  const { cost, due } = plan;
  const takes = useTimeNeeded(plan.seconds, estimated);
  const saving = useStartSaves(saves);
  const request = { due, cost: tool.cost, takesPart };
  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (saving.isBusy || saving.saveCurrent()) return;
    const versions = shorter?.().map(({ minutes, input: one, run: changes }) => ({
      minutes,
      ...planStart([one], { ...run, ...changes }, { tool, jobs: queue, now }),
    }));
    starter.start({
      ...request,
      jobs: plan.jobs,
      ...(versions && { shorter: versions }),
      ...(saves && { onStarted: saving.onStarted }),
    });
  };
  const isFree = useStore(user, ({ token }) => cost === 0 || (due === 0 && token !== null));
  const follows = (isFree && !disabled && input.length === 1 && outdated?.follows) || null;
  useStartAfterRest(follows, () =>
    starter.start({
      ...request,
      jobs: plan.jobs.map((job) => ({ ...job, params: { ...job.params, automatic: true } })),
    }),
  );
  return (
    <form className={css["start"]} onSubmit={start}>
      {children}
      {outdated && follows === null && (
        <Outdated {...(outdated.onBack && { onBack: outdated.onBack })} />
      )}
      <Button
        look={again ? "secondary" : "primary"}
        type="submit"
        disabled={disabled || input.length === 0}
        busy={saving.isBusy}
      >
        <StartLabel
          {...{ action, isUpdate: outdated !== null && !saves }}
          count={counts ? input.length : 1}
        />
      </Button>
      {note && <p className={css["facts"]}>{note}</p>}
      {input.length > 0 && (
        <StartFacts
          {...{ cost, due, isLocal }}
          isHosted={plan.jobs.some((job) => (job.hostedSeconds ?? 0) > 0)}
          takes={estimated ? takes : undefined}
        />
      )}
    </form>
  );
}

/** What the button says: for how many files, or that a result will follow the settings. */
function StartLabel({
  action,
  count,
  isUpdate,
}: {
  readonly action: string;
  readonly count: number;
  readonly isUpdate: boolean;
}) {
  const t = useT();
  if (count > 1) return t("panel-kit:startMany", { action, count });
  return isUpdate ? t("panel-kit:outdated.update") : action;
}

/** What a start costs, where it runs and how long it takes. */
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
  /** Whether hosted models work for it, which are paid for whatever becomes of it. */
  readonly isHosted: boolean;
  /** Seconds; null until the device's speed is known, missing where it is not told. */
  readonly takes: number | null | undefined;
}) {
  const { t, format, navigation } = useLocale();
  return (
    <ul className={css["facts"]}>
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
      {/* Last, and its place is held until it is known. */}
      {takes !== undefined && (
        <li>
          {takes === null ? "\u00a0" : t("workspace:start.takes", { time: format.timeLeft(takes) })}
        </li>
      )}
    </ul>
  );
}

/** Seconds that a run takes, from what earlier ones took or from the speed of the device. */
function useTimeNeeded(
  length: number,
  estimated: Parameters<typeof JobStart>[0]["estimated"],
): number | null {
  const [speed, setSpeed] = useState<number | null>(null);
  const isWanted = estimated !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    // Without its speed nothing is said of the time.
    sharedEngine()
      .speed()
      .then(setSpeed, () => {});
  }, [isWanted]);
  if (!estimated || length === 0) return null;
  const { effect, earlier, lengthOf, timeOf } = estimated;
  const known = estimateFrom(earlier, length, lengthOf);
  if (known !== null || timeOf) return known ?? timeOf!(length);
  return speed === null ? null : estimate(effect, length, speed);
}
