import { JobStart } from "../../workspace/JobStart.tsx";
import { useT } from "../../i18n/context.tsx";
import type { PanelProps, TrayFile } from "../../workspace/types.ts";
import type { VolumeSetup } from "./params.ts";

/** Starts the change, a job for each file. */
export function VolumeStart({
  tool,
  jobs,
  files,
  setup,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly files: readonly TrayFile[];
  readonly setup: VolumeSetup;
}) {
  const t = useT();
  const { mode, gain, loudness, limiter, ceiling, output } = setup;
  return (
    <JobStart
      tool={tool}
      jobs={jobs}
      input={files}
      run={{
        panel: "editor",
        preset: "volume",
        params: { values: { mode, gain, loudness, limiter, ceiling }, output },
      }}
      action={t("panel-editor:volume", { count: files.length })}
    />
  );
}
