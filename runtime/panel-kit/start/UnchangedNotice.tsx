import { useLocale } from "../../i18n/context.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { SteadyJob } from "../../contract/job.ts";
import { nextTool } from "./next-tool.ts";

/**
 * A notice that a job has changed nothing and cost nothing, with the reason and a link to a tool
 * that may help.
 */
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
            // The tool opens with this file, whatever else is selected.
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
