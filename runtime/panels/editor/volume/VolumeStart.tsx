import { JobStart } from "#runtime/panel-kit/start/JobStart.tsx";
import { isQuick } from "#runtime/panel-kit/result/outdated.ts";
import { useT } from "#runtime/i18n/context.tsx";
import type { VolumeSetup } from "../parts/params.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import type { JobResult, TrayFile } from "#runtime/contract/file.ts";

/** The button that starts a job for each file and saves the results. */
export function VolumeStart({
  tool,
  jobs,
  files,
  setup,
  current,
  outdated,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly files: readonly TrayFile[];
  readonly setup: VolumeSetup;
  /** Results of all files with these settings; empty unless every file has one. */
  readonly current: readonly JobResult[];
  /**
   * A job whose result has other settings, until the visitor decides about it, and a function that
   * restores its settings.
   */
  readonly outdated: { readonly job: SteadyJob; readonly onBack: () => void } | null;
}) {
  const t = useT();
  const { mode, gain, loudness, limiter, ceiling, output } = setup;
  const values = { mode, gain, loudness, limiter, ceiling };
  return (
    <JobStart
      tool={tool}
      jobs={jobs}
      input={files}
      run={{
        panel: "editor",
        preset: "volume",
        params: { values, output },
      }}
      action={t("panel-editor:volume", { count: files.length })}
      saves={{ zip: "volume.zip", current }}
      outdated={
        outdated && {
          onBack: outdated.onBack,
          follows: isQuick(outdated.job, { model: null }) ? JSON.stringify(values) : null,
        }
      }
    />
  );
}
