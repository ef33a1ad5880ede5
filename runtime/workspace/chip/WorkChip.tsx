import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { useLocale } from "../../i18n/context.tsx";
import type { WorkspaceDeps } from "../../contract/context.ts";
import { type Job, isActive } from "../../contract/job.ts";
import { progressTexts } from "../../contract/progress-texts.ts";
import { joinFacts } from "../../contract/texts.ts";
import { useTools } from "../own-stores.ts";
import { ChipBox } from "./ChipBox.tsx";
import type { Work, WorkStore } from "./work.ts";

/** Running jobs and new results while the workspace is closed, with a link back to it (WSP-6). */
export default function WorkChip({
  work: store,
  deps,
  onOpen,
  onDismiss,
}: {
  readonly work: WorkStore;
  readonly deps: Pick<WorkspaceDeps, "loadTools" | "report">;
  readonly onOpen: (job: Job) => void;
  /** Called when the visitor hides it, so that nothing else takes its place. */
  readonly onDismiss: () => void;
}) {
  const { t } = useLocale();
  const work = useStore(store);
  const tools = useTools(deps);
  const announced = useAnnouncement(work?.done ?? null);
  if (!work) return null;
  const { job, active, queued, done } = work;
  const tool: Pick<WorkspaceTool, "name"> | undefined = tools.find(({ slug }) => slug === job.tool);
  const facts =
    active > 0 || !done ? (
      <ActiveFacts job={job} queued={queued} />
    ) : (
      t("workspace:chip.ready", { count: done.ready })
    );
  return (
    <ChipBox
      label={t("workspace:chip.label")}
      progress={active === 0 ? 1 : job.state === "running" ? job.progress : null}
      title={job.title}
      facts={facts}
      back={tool ? t("workspace:chip.back", { tool: tool.name }) : null}
      onOpen={() => onOpen(job)}
      onDismiss={
        active === 0
          ? () => {
              store.dismiss();
              onDismiss();
            }
          : null
      }
    >
      <span className="visually-hidden" aria-live="polite" data-said="">
        {announced && (
          // A new element is announced even if its text is that of the job before.
          <span key={announced.job.id}>
            {t("workspace:chip.ready", { count: announced.ready })}
          </span>
        )}
      </span>
    </ChipBox>
  );
}

function ActiveFacts({ job, queued }: { readonly job: Job; readonly queued: number }) {
  const { t, format } = useLocale();
  const { state, left, finishing, retryAt } = job;
  const isRunning = isActive(job) && state === "running";
  if (isRunning && retryAt !== null) return t("workspace:chip.busy");
  const waiting = t("workspace:queue.waiting", { count: queued });
  if (state === "queued" && queued > 1) return waiting;
  return joinFacts([
    // The time left implies that the job is running; both texts would take two lines and enlarge
    // the chip.
    isRunning && left !== null
      ? null
      : t(`workspace:state.${isRunning && finishing ? "finishing" : state}`),
    ...(isRunning ? progressTexts(job, { t, format }) : []),
    state !== "queued" && queued > 0 ? waiting : null,
  ]);
}

/** The results of the last finished job, once a job finishes after the chip appeared. */
function useAnnouncement(done: Work["done"]): Work["done"] {
  const [first] = useState(done?.job.ended ?? 0);
  const [announced, say] = useState<Work["done"]>(null);
  useEffect(() => {
    const ended = done?.job.ended ?? 0;
    // oxlint-disable-next-line react/set-state-in-effect -- a region is heard when it changes after it is there
    say((earlier) => (ended > (earlier?.job.ended ?? first) ? done : earlier));
  }, [done, first]);
  return announced;
}
