import { useInput } from "../../panel-kit/input/use-input.ts";
import { useKeepNewestOnly } from "../../panel-kit/result/use-keep-newest-only.ts";
import { outcomeOf, useRuns } from "../../panel-kit/start/use-runs.ts";
import { ToolPanel } from "../../panel-kit/ToolPanel.tsx";
import type { PanelProps } from "../../contract/panel.ts";
import { Edit } from "./edit/Edit.tsx";
import { Trim } from "./trim/Trim.tsx";
import { Volume } from "./volume/Volume.tsx";

/** Edits sounds on several tracks, trims them, and changes their volume. */
export default function Panel(props: PanelProps) {
  return props.preset === "trim" || props.preset === "volume" ? (
    <FilePanel key={props.preset} {...props} />
  ) : (
    <Edit {...props} />
  );
}

/** The presets that work on files: one file is trimmed, several change their volume. */
function FilePanel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const input = useInput(files);
  const { shown } = input;
  const worked = preset === "trim" && shown ? [shown] : input.files;
  const runs = useRuns(jobs, { panel: "editor", preset }, worked);
  const { job, busy } = outcomeOf(runs, shown);
  useKeepNewestOnly(jobs, runs.all, job);
  const common = { tool, jobs, workspace, busy };
  return (
    <ToolPanel
      input={input}
      runs={runs}
      jobs={jobs}
      sound={
        shown &&
        (preset === "trim" ? (
          <Trim key={shown.id} {...common} file={shown} done={runs.done} />
        ) : (
          <Volume {...common} files={worked} shown={shown} done={runs.done} />
        ))
      }
    />
  );
}
