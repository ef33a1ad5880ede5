import { JobStart } from "../../../panel-kit/start/JobStart.tsx";
import { useT } from "../../../i18n/context.tsx";
import type { Region } from "./regions.ts";
import type { TrimValues } from "../parts/params.ts";
import type { PanelProps } from "../../../workspace/contract/panel.ts";
import type { TrayFile } from "../../../workspace/contract/file.ts";

/** Starts the cut. */
export function TrimStart({
  tool,
  jobs,
  file,
  regions,
  values: { fadeIn, fadeOut, curve, output },
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly file: TrayFile;
  readonly regions: readonly Region[];
  readonly values: TrimValues;
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
        params: {
          regions: regions.map(({ start, end }) => ({ start, end })),
          fadeIn,
          fadeOut,
          curve,
          output,
        },
      }}
      action={t("panel-editor:trim", { count: regions.length })}
    />
  );
}
