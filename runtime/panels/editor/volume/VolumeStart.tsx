import { JobStart } from "../../../panel-kit/start/JobStart.tsx";
import { useT } from "../../../i18n/context.tsx";
import type { VolumeSetup } from "../parts/params.ts";
import type { PanelProps } from "../../../workspace/contract/panel.ts";
import type { TrayFile } from "../../../workspace/contract/file.ts";

/** Starts the change, a job for each file. */
export function VolumeStart({
  tool,
  jobs,
  files,
  setup,
  again,
  onBack,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly files: readonly TrayFile[];
  readonly setup: VolumeSetup;
  /** Whether there is a result of these settings. */
  readonly again: boolean;
  /** Sets what a result was made with that has other settings; null where none has. */
  readonly onBack: (() => void) | null;
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
      again={again}
      outdated={onBack && { onBack, follows: null }}
    />
  );
}
