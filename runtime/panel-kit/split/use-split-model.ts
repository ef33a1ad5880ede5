import {
  SEPARATION_PRESETS,
  type SeparationPreset,
  STEM_LIMITS,
} from "#audio/separation/presets.ts";
import { missingStems, netStems } from "#audio/separation/net-stems.ts";
import { isStemsForm } from "#core/models/forms.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { StemSpec } from "#audio/tasks/run-separation.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { SteadyJob } from "../../contract/job.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import {
  type Engine,
  BUILT_IN_ID,
  builtInEngine,
  modelOf,
  studioEngine,
} from "#core/models/engine.ts";
import { type EngineChoice, useEngineChoice } from "../engine/use-engine-choice.ts";
import { type TimeOf, useEngineTimes } from "../engine/use-engine-times.ts";
import type { Input } from "../input/use-input.ts";
import type { ModelSpeed } from "./use-model-speed.ts";

/** Task of models that separate songs. */
export const STEMS_TASK = "stems";

/** The engine that separates songs in a tool. */
export interface SplitModel {
  /** The model; null for the built-in engine. */
  readonly model: OfferedModel | null;
  /** Whether the visitor has chosen the site's servers. */
  readonly onServer: boolean;
  /** @param id null for the built-in engine */
  readonly setModel: (id: string | null) => void;
  readonly engines: EngineChoice;
}

/**
 * Whether an engine does what the name of a preset's page promises. For lead vocals it is enough
 * that a model takes out all voices, since the built-in engine leaves most of a voice that is not
 * in the center.
 * @param net null for the built-in engine
 */
export function isCapable(
  preset: SeparationPreset,
  net: Pick<OfferedModel, "form"> | null,
): boolean {
  const sources = net && sourcesOf(net);
  if (!sources) return SEPARATION_PRESETS[preset].every((stem) => STEM_LIMITS[stem] === undefined);
  return missingStems(preset, sources).every(
    (stem) => stem === "lead" && sources.includes("vocals"),
  );
}

/**
 * The engines that separate songs in a tool. Models of two stems are left out where neither is the
 * wanted one.
 */
export const splitEngines = (
  models: readonly OfferedModel[],
  preset: SeparationPreset,
): readonly Engine[] => [
  builtInEngine(isCapable(preset, null)),
  ...models
    .filter(({ task }) => task === STEMS_TASK)
    .map((model) => studioEngine(model, isCapable(preset, model)))
    .filter(
      ({ isCapable: does, models: [model] }) =>
        does || preset === "stems" || sourcesOf(model!)!.length > 2,
    ),
];

/**
 * @param tool preset or panel, which has its own choice
 * @param hasServers whether the tool can run on the site's servers as well
 */
export function useSplitModel(
  workspace: WorkspaceStore,
  tool: string,
  { preset, hasServers }: { readonly preset: SeparationPreset; readonly hasServers: boolean },
): SplitModel {
  const { models } = useWorkspace();
  const engines = useEngineChoice(workspace, splitEngines(models.models, preset), {
    task: STEMS_TASK,
    tool,
    hasServers,
  });
  return {
    model: engines.model,
    onServer: engines.engine?.kind === "server",
    setModel: (id) => engines.choose(id ?? BUILT_IN_ID),
    engines,
  };
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

/** The data from which the chosen engine's processing time is estimated. */
export const estimateInput = (
  jobs: readonly SteadyJob[],
  { model, onServer }: Pick<SplitModel, "model" | "onServer">,
  { timeOf }: Pick<ModelSpeed, "timeOf">,
) => ({
  effect: "separation",
  earlier: jobs.filter(
    (job) => job.onServer === onServer && modelOf(job.params) === (model?.id ?? null),
  ),
  ...(model && { timeOf }),
  // Only earlier runs show how long the servers take.
  ...(onServer && { timeOf: () => null }),
});

/**
 * How long each engine takes to separate a song.
 * @param pace speed of the chosen model
 * @param input the song, and the lengths of earlier ones
 */
export const useSplitTimes = (
  jobs: readonly SteadyJob[],
  { model }: Pick<SplitModel, "model">,
  {
    pace,
    input: { shown, lengthOf },
    effect = "separation",
  }: {
    readonly pace: ModelSpeed;
    readonly input: Pick<Input, "lengthOf"> & {
      readonly shown: { readonly duration: number | null } | null;
    };
    readonly effect?: string;
  },
): TimeOf =>
  useEngineTimes({
    effect,
    length: shown?.duration ?? null,
    lengthOf,
    earlier: jobs,
    measured: (engine, length) =>
      model !== null && engine.id === model.id ? pace.timeOf(length) : null,
  });
