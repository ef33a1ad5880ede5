import { useWorkspace } from "../../contract/context.ts";
import type { SteadyJob } from "../../contract/job.ts";
import { namesText, offerUndo } from "../../contract/texts.ts";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";

/** Continues or removes a stopped job. */
export function StoppedActions({
  job: { id, title },
  describedBy,
}: {
  readonly job: Pick<SteadyJob, "id" | "title">;
  /** Id of the element with the job's name. */
  readonly describedBy?: string;
}) {
  const t = useT();
  const { jobs, notices } = useWorkspace();
  const description = describedBy !== undefined && { "aria-describedby": describedBy };
  return (
    <>
      <Button small {...description} onClick={() => jobs.retry(id)}>
        {t("workspace:retry")}
      </Button>
      <Button
        small
        look="quiet"
        {...description}
        onClick={() => offerUndo(notices, namesText("jobRemoved", [title]), jobs.remove(id))}
      >
        {t("workspace:remove")}
      </Button>
    </>
  );
}
