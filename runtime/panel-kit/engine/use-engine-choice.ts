import { useStore } from "zustand";
import type { OfferedModel } from "#core/models/offered.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import type { Engine } from "#core/models/engine.ts";
import { type Ladder, engineToUse, ladderOf } from "#core/models/ladder.ts";

/** Name in the stored settings under which the choices of all tools are. */
const SETTINGS = "engines";

/** The engines of a tool, and the one that is used. */
export interface EngineChoice {
  readonly ladder: Ladder;
  /** Null if there is none. */
  readonly engine: Engine | null;
  /** The model that it runs; null for other engines. */
  readonly model: OfferedModel | null;
  /** Stores a choice, also for other tools of the same task. */
  readonly choose: (id: string) => void;
  /** Whether its models are on the device and fit into its memory, or none is needed. */
  readonly isReady: boolean;
}

/** Stores the choice of an engine for a tool, and for others of the same task that have none yet. */
export const chooseEngine = (
  workspace: WorkspaceStore,
  { task, tool }: { readonly task: string; readonly tool: string },
  id: string,
): void => workspace.set(SETTINGS, { [task]: id, [`${task} ${tool}`]: id });

/** @param engines those that the tool can use here */
export function useEngineChoice(
  workspace: WorkspaceStore,
  engines: readonly Engine[],
  {
    task,
    tool,
  }: {
    /** What the engines do: tools of the same task share a choice. */
    readonly task: string;
    /** Panel or preset, which has a choice of its own as soon as one is made there. */
    readonly tool: string;
  },
): EngineChoice {
  const { models } = useWorkspace();
  const stored = useStore(workspace, (state) => state.settings[SETTINGS]);
  const entries = useStore(models, (state) => state.entries);
  const isStored = ({ id }: OfferedModel): boolean => entries[id]?.state === "kept";
  const ladder = ladderOf(engines, fitsDevice);
  const engine = engineToUse(engines, {
    chosen: stored?.[`${task} ${tool}`],
    chosenElsewhere: stored?.[task],
    recommended: ladder.recommended,
    fits: fitsDevice,
    isStored,
  });
  const used = engine?.models ?? [];
  return {
    ladder,
    engine,
    model: used[0] ?? null,
    choose: (id) => chooseEngine(workspace, { task, tool }, id),
    isReady: used.every((model) => isStored(model) && fitsDevice(model)),
  };
}
