import { useStore } from "zustand";
import type { SeparationPreset } from "#audio/separation/presets.ts";
import { type RequestedFormat, REQUESTED_FORMATS } from "#runtime/audio/requested-format.ts";
import { type SplitModel, useSplitModel } from "#runtime/panel-kit/split/use-split-model.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { type StemCount, countsOf } from "./presets.ts";

/** Settings of all presets of the panel, which are stored for the next visit. */
export interface SplitSetup extends SplitModel {
  readonly output: RequestedFormat;
  readonly setOutput: (output: RequestedFormat) => void;
  /** Number of stems, if it can be chosen. */
  readonly count: StemCount;
  readonly setCount: (count: StemCount) => void;
}

export function useSplitSetup(
  workspace: WorkspaceStore,
  preset: SeparationPreset,
  hasServers: boolean,
): SplitSetup {
  const engine = useSplitModel(workspace, preset, { preset, hasServers });
  const stored = useStore(workspace, (state) => state.settings["separation"]);
  const counts = countsOf(engine.model);
  return {
    ...engine,
    output: REQUESTED_FORMATS.find((name) => name === stored?.["output"]) ?? "keep",
    setOutput: (output) => workspace.set("separation", { output }),
    count:
      counts.find((one) => one === stored?.["count"]) ?? (counts.includes("4") ? "4" : counts[0]!),
    setCount: (count) => workspace.set("separation", { count }),
  };
}
