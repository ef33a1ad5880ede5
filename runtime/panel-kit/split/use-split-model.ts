import { useStore } from "zustand";
import { SEPARATION_PRESETS, type SeparationPreset } from "#audio/separation/presets.ts";
import { netStems } from "#audio/separation/net-stems.ts";
import { isStemsForm } from "#core/models/forms.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import type { StemSpec } from "../../audio/worker/separation/run-separation.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { SteadyJob } from "../../contract/job.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import type { SplitParams } from "./split-params.ts";
import type { ModelSpeed } from "./use-model-speed.ts";

/** Task of models that separate songs. */
export const STEMS_TASK = "stems";

/** The engine that separates songs in a panel, which is stored for the next visit. */
export interface SplitModel {
  /** The model; null for the built-in engine. */
  readonly model: OfferedModel | null;
  readonly setModel: (id: string | null) => void;
}

/** @param panel id under which it is stored */
export function useSplitModel(workspace: WorkspaceStore, panel: string): SplitModel {
  const { models } = useWorkspace();
  const stored = useStore(workspace, (state) => state.settings[panel]?.["model"]);
  return {
    model: models.models.find(({ id, task }) => task === STEMS_TASK && id === stored) ?? null,
    setModel: (id) => workspace.set(panel, { model: id }),
  };
}

/** Whether the chosen model is on the device and fits into its memory, or none is needed. */
export function useIsModelHere({ model }: Pick<SplitModel, "model">): boolean {
  const { models } = useWorkspace();
  const isStored = useStore(
    models,
    ({ entries }) => model === null || entries[model.id]?.state === "kept",
  );
  return isStored && (model === null || fitsDevice(model));
}

/** The stems of a model in order; null if it does not separate songs. */
export const sourcesOf = ({ form }: Pick<OfferedModel, "form">): readonly string[] | null =>
  isStemsForm(form) ? form.stems : null;

/**
 * The stems of a preset, and the sources that an engine mixes into each. @param net null for the
 * built-in engine
 */
export function stemsOf(
  preset: SeparationPreset,
  net: Pick<OfferedModel, "form"> | null,
): readonly StemSpec[] {
  const sources = net && sourcesOf(net);
  return sources
    ? netStems(preset, sources)
    : SEPARATION_PRESETS[preset].map((name) => ({ stem: name, parts: [name] }));
}

/** Id of the model of a job; null for the built-in engine. */
export const modelOf = (params: object): string | null =>
  (params as Partial<SplitParams>).model?.id ?? null;

/** The data from which the chosen engine's processing time is estimated. */
export const estimateInput = (
  jobs: readonly SteadyJob[],
  { model }: Pick<SplitModel, "model">,
  { timeOf }: Pick<ModelSpeed, "timeOf">,
) => ({
  effect: "separation",
  earlier: jobs.filter(({ params }) => modelOf(params) === (model?.id ?? null)),
  ...(model && { timeOf }),
});
