import { useLocale } from "../../i18n/context.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { SteadyJob } from "../../workspace/contract/job.ts";
import { nextTool } from "./next-tool.ts";

/** Says that a job has changed nothing, why, and that it cost nothing, and leads to what may help; else nothing. */
export function UnchangedNotice({
  job: { title, unchanged, fileIds },
}: {
  readonly job: Pick<SteadyJob, "title" | "unchanged" | "fileIds">;
}) {
  const { t } = useLocale();
  const { files, tools } = useWorkspace();
  if (unchanged === null) return null;
  const next = nextTool(unchanged, tools);
  return (
    <Notice
      weight="attention"
      title={title}
      actions={
        next && (
          <ButtonLink
            look="primary"
            href={`${next.path}?from=workspace`}
            // It opens with this file, whatever else is selected.
            onClick={() => files.select(fileIds)}
          >
            {t("panel-kit:nothing.next", { tool: next.name })}
          </ButtonLink>
        )
      }
    >
      <p>
        {t(unchanged)} {t("workspace:queue.noCharge")}
      </p>
    </Notice>
  );
}
