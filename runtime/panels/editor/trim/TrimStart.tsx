import { JobStart } from "#runtime/panel-kit/start/JobStart.tsx";
import { isQuick } from "#runtime/panel-kit/result/outdated.ts";
import { useT } from "#runtime/i18n/context.tsx";
import type { TrimParams } from "../parts/params.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import type { JobResult, TrayFile } from "#runtime/contract/file.ts";

/** The button that starts the job and saves its results. */
export function TrimStart({
  tool,
  jobs,
  file,
  params,
  current,
  outdated,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly file: TrayFile;
  readonly params: TrimParams;
  /** Results with these settings. */
  readonly current: readonly JobResult[];
  /** A job whose result has other settings, until the visitor decides about it. */
  readonly outdated: SteadyJob | null;
}) {
  const t = useT();
  return (
    <JobStart
      tool={tool}
      jobs={jobs}
      input={[file]}
      run={{
        panel: "editor",
        preset: "trim",
        params,
      }}
      action={t("panel-editor:trim", { count: params.regions.length })}
      saves={{ zip: "trim.zip", current }}
      outdated={
        outdated && { follows: isQuick(outdated, { model: null }) ? JSON.stringify(params) : null }
      }
    />
  );
}
