import { useStore } from "zustand";
import { SEPARATION_PRESETS, type SeparationPreset } from "#audio/separation/presets.ts";
import { netStems } from "#audio/separation/net-stems.ts";
import { isStemsForm } from "#core/models/forms.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import type { StemSpec } from "../../audio/worker/protocol.ts";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { SteadyJob } from "../../workspace/contract/job.ts";
import type { WorkspaceStore } from "../../workspace/contract/workspace-store.ts";
import type { SplitParams } from "./split-params.ts";
import type { NetPace } from "./use-net-pace.ts";

/** What nets are for that take songs apart. */
export const STEMS_TASK = "stems";

/** Which engine takes a panel's songs apart, kept for the next time. */
export interface SplitModel {
  /** The net that does it; null: the built-in engine. */
  readonly model: OfferedModel | null;
  readonly setModel: (id: string | null) => void;
}

/** @param panel whose setting it is */
export function useSplitModel(workspace: WorkspaceStore, panel: string): SplitModel {
  const { models } = useWorkspace();
  const kept = useStore(workspace, (state) => state.settings[panel]?.["model"]);
  return {
    model: models.models.find(({ id, task }) => task === STEMS_TASK && id === kept) ?? null,
    setModel: (id) => workspace.set(panel, { model: id }),
  };
}

/** Whether the net that is chosen is on the device and has room there, or none is needed. */
export function useIsModelHere({ model }: Pick<SplitModel, "model">): boolean {
  const { models } = useWorkspace();
  const isKept = useStore(
    models,
    ({ entries }) => model === null || entries[model.id]?.state === "kept",
  );
  return isKept && (model === null || fitsDevice(model));
}

/** What a net finds, in its order; null: it takes no songs apart. */
export const sourcesOf = ({ form }: Pick<OfferedModel, "form">): readonly string[] | null =>
  isStemsForm(form) ? form.stems : null;

/** The stems of a preset, and what an engine puts into each. @param net null: the built-in engine */
export function stemsOf(
  preset: SeparationPreset,
  net: Pick<OfferedModel, "form"> | null,
): readonly StemSpec[] {
  const sources = net && sourcesOf(net);
  return sources
    ? netStems(preset, sources)
    : SEPARATION_PRESETS[preset].map((name) => ({ stem: name, parts: [name] }));
}

/** Id of the net that a job was made with; null: the built-in engine. */
export const netOf = (params: object): string | null =>
  (params as Partial<SplitParams>).model?.id ?? null;

/** By what the time of the engine that is chosen is told. */
export const timesOf = (
  jobs: readonly SteadyJob[],
  { model }: Pick<SplitModel, "model">,
  { timeOf }: Pick<NetPace, "timeOf">,
) => ({
  effect: "separation",
  earlier: jobs.filter(({ params }) => netOf(params) === (model?.id ?? null)),
  ...(model && { timeOf }),
});
