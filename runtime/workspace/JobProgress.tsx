import { useLocale } from "../i18n/context.tsx";
import { Button } from "../ui/Button.tsx";
import { ProgressArc } from "../ui/Feedback.tsx";
import type { Job } from "./types.ts";
import css from "./job-progress.module.css";

/** How the work goes, and the way to end it. */
export function JobProgress({
  job,
  onCancel,
}: {
  readonly job: Job;
  readonly onCancel: () => void;
}) {
  const { t, format } = useLocale();
  const { state, progress, stage, left } = job;
  const facts = [
    state === "running" && stage !== null ? t(stage) : t(`workspace:state.${state}`),
    progress === null ? null : format.percent(progress),
    left === null ? null : t("common:zone.left", { time: format.timeLeft(left) }),
  ];
  return (
    <div className={css["progress"]}>
      <ProgressArc
        value={state === "running" ? progress : null}
        label={t("workspace:queue.progress", { title: job.title })}
        size={72}
      />
      <p>{facts.filter(Boolean).join(" · ")}</p>
      <Button onClick={onCancel}>{t("common:zone.cancel")}</Button>
    </div>
  );
}
