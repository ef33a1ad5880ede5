import { useLocale } from "../../i18n/context.tsx";
import { wordsOf } from "../../state/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice, ProgressArc } from "../../ui/Feedback.tsx";
import { faultText } from "../../workspace/tray-actions.ts";
import type { Job, JobsStore } from "../../workspace/types.ts";
import css from "./panel.module.css";

const ACTIVE: ReadonlySet<string> = new Set(["queued", "reserving", "running"]);

/** How the work goes, with the way to end it; why it did not work. */
export function Working({
  latest,
  jobs,
}: {
  /** The last job of each file. */
  readonly latest: readonly Job[];
  readonly jobs: JobsStore;
}) {
  const { t, format } = useLocale();
  const active = latest.filter(({ state }) => ACTIVE.has(state));
  const current = active.find(({ state }) => state === "running") ?? active[0];
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
        ({ id, state, title, error }) =>
          state === "failed" &&
          error && (
            <Notice key={id} weight="bad" title={title}>
              <p>{wordsOf(faultText(error), t)}</p>
            </Notice>
          ),
      )}
      {current && facts && (
        <div className={css["progress"]}>
          <ProgressArc
            value={current.state === "running" ? current.progress : null}
            label={t("panel-editor:progress")}
            size={56}
          />
          <p>{facts.filter(Boolean).join(" · ")}</p>
          <Button onClick={() => active.forEach(({ id }) => jobs.cancel(id))}>
            {t("common:zone.cancel")}
          </Button>
        </div>
      )}
    </>
  );
}
