import { useStore } from "zustand";
import type { OfferedModel } from "../../../../core/models/offered.ts";
import type { WantedFormat } from "../../../audio/wanted-format.ts";
import { WANTED_FORMATS } from "../../../audio/wanted-format.ts";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import type { WorkspaceStore } from "../../../workspace/contract/workspace-store.ts";
import type { StemCount } from "./presets.ts";
import { countsOf } from "./presets.ts";

/** What nets are for that take songs apart. */
export const STEMS_TASK = "stems";

/** What is set for all pages of the panel, and kept for the next time. */
export interface SplitSetup {
  readonly output: WantedFormat;
  readonly setOutput: (output: WantedFormat) => void;
  /** Into how many stems, where that is chosen. */
  readonly count: StemCount;
  readonly setCount: (count: StemCount) => void;
  /** The net that does it; null: the built-in engine. */
  readonly model: OfferedModel | null;
  readonly setModel: (id: string | null) => void;
}

export function useSplitSetup(workspace: WorkspaceStore): SplitSetup {
  const { models } = useWorkspace();
  const kept = useStore(workspace, (state) => state.settings["separation"]);
  const model =
    models.models.find(({ id, task }) => task === STEMS_TASK && id === kept?.["model"]) ?? null;
  const counts = countsOf(model);
  return {
    output: WANTED_FORMATS.find((name) => name === kept?.["output"]) ?? "keep",
    setOutput: (output) => workspace.set("separation", { output }),
    count: counts.find((one) => one === kept?.["count"]) ?? "4",
    setCount: (count) => workspace.set("separation", { count }),
    model,
    setModel: (id) => workspace.set("separation", { model: id }),
  };
}
