import { useT } from "../../i18n/context.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import type { SteadyJob } from "../../workspace/contract/job.ts";

/** That a job has changed nothing, why, what to try, and that it cost nothing; else nothing. */
export function UnchangedNotice({
  job: { title, unchanged },
}: {
  readonly job: Pick<SteadyJob, "title" | "unchanged">;
}) {
  const t = useT();
  if (unchanged === null) return null;
  return (
    <Notice weight="attention" title={title}>
      <p>
        {t(unchanged)} {t("workspace:queue.noCharge")}
      </p>
    </Notice>
  );
}
