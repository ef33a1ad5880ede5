import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import RotateCw from "lucide-react/icons/rotate-cw";
import X from "lucide-react/icons/x";
import { useStore } from "zustand";
import { useLocale } from "#runtime/i18n/context.tsx";
import type { Translate } from "#runtime/i18n/translate.ts";
import { formatText } from "#runtime/notices/notices.ts";
import { SaveButton } from "#runtime/panel-kit/save/SaveButton.tsx";
import { useSaving } from "#runtime/panel-kit/save/use-saving.ts";
import { useJobProgress } from "#runtime/panel-kit/start/use-steady-jobs.ts";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { ProgressArc } from "#runtime/ui/Feedback.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { type Job, type SteadyJob, isActive } from "#runtime/contract/job.ts";
import { progressTexts, stageText } from "#runtime/contract/progress-texts.ts";
import { faultText, joinFacts } from "#runtime/contract/texts.ts";
import { codecName } from "../fetch/codec-name.ts";
import { speeds } from "../fetch/speeds.ts";
import { isPaused } from "./is-paused.ts";
import css from "./queue.module.css";

/** Whether it was copied or encoded. */
function howText(role: string | undefined, t: Translate): string | null {
  if (role === "copied") return t("panel-download:copied");
  const codec = /^from-([\w-]+)/.exec(role ?? "")?.[1];
  return codec === undefined ? null : t("panel-download:encoded", { codec: codecName(codec) });
}

/** A download with its progress or result and its actions. */
export function RunRow({ job: { id: jobId } }: { readonly job: SteadyJob }) {
  const { jobs } = useWorkspace();
  const job = useJobProgress(jobs, jobId);
  return job ? <Row job={job} /> : null;
}

function Row({ job }: { readonly job: Job }) {
  const { t, format } = useLocale();
  const { jobs } = useWorkspace();
  const saving = useSaving();
  const speed = useStore(speeds, (all) => (job.text === null ? undefined : all[job.text]));
  const { id, title, state, progress, error } = job;
  const result = job.results.find((one) => one.state !== "missing");
  const isRunning = state === "running" || state === "reserving";
  const isLink = job.text !== null;
  const waits = isPaused(job);
  const status = waits
    ? t("panel-download:paused")
    : state === "running"
      ? stageText(job, t)
      : t(`workspace:state.${state}`);
  const [percent, left] = progressTexts(job, { t, format });
  const facts = [
    status,
    isRunning ? percent : null,
    isRunning && speed ? format.bytes(speed.bytes) : null,
    isRunning && speed?.rate ? t("panel-download:rate", { value: format.bytes(speed.rate) }) : null,
    isRunning ? left : null,
    state === "done" && result ? format.bytes(result.size) : null,
    state === "done" && result ? howText(result.role, t) : null,
  ];
  return (
    <li className={css["row"]} data-state={state} data-download={id}>
      {isRunning && (
        <ProgressArc
          value={state === "running" ? progress : null}
          label={t("workspace:queue.progress", { title })}
          size={40}
        />
      )}
      <div className={css["text"]}>
        <h3 className={css["title"]}>
          <bdi>{result?.name ?? title}</bdi>
        </h3>
        <p className={css["soft"]}>{joinFacts(facts)}</p>
        {state === "failed" && error && <p role="alert">{formatText(faultText(error), t)}</p>}
      </div>
      <div className={css["actions"]}>
        {result && state === "done" && (
          <SaveButton
            label={t("panel-kit:download")}
            small
            rendering={saving}
            onClick={() => saving.save([result])}
          />
        )}
        {isActive(job) && (
          <Button
            small
            icon={isLink ? <Pause size={16} /> : <X size={16} />}
            onClick={() => jobs.cancel(id)}
          >
            {t(isLink ? "panel-download:pause" : "common:zone.cancel")}
          </Button>
        )}
        {!isActive(job) && state !== "done" && (
          <Button
            small
            icon={waits ? <Play size={16} /> : <RotateCw size={16} />}
            onClick={() => jobs.retry(id)}
          >
            {t(waits ? "panel-download:resume" : "workspace:retry")}
          </Button>
        )}
        <IconButton
          label={t("panel-download:remove", { name: result?.name ?? title })}
          onClick={() => jobs.remove(id)}
        >
          <X />
        </IconButton>
      </div>
    </li>
  );
}
