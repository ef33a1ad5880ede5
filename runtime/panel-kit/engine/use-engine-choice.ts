import { useState } from "react";
import { useStore } from "zustand";
import type { OfferedModel } from "#core/models/offered.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import { type Engine, SERVER_ENGINE } from "#core/models/engine.ts";
import { isPermitted } from "#core/models/permitted.ts";
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
  /** The engines that the site's servers have for the tool; null if it cannot run there. */
  readonly onServer: ServerEngines | null;
}

/** The engines of a tool on the site's servers. */
export interface ServerEngines {
  readonly engines: readonly Engine[];
  /** The one that is used if the servers are chosen. */
  readonly engine: Engine;
  readonly choose: (id: string) => void;
}

/**
 * The engines of a tool that the site's servers have as well, and whose license permits to sell
 * results. @param models ids of theirs
 */
export const serverEngines = (
  engines: readonly Engine[],
  models: readonly string[],
): readonly Engine[] =>
  engines.filter(
    ({ kind, models: own }) =>
      kind === "built-in" ||
      (kind === "studio" &&
        own.every(({ id, licence }) => models.includes(id) && isPermitted(licence, "sell", false))),
  );

/** Stores the choice of an engine for a tool, and for others of the same task that have none yet. */
export const chooseEngine = (
  workspace: Pick<WorkspaceStore, "set">,
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
    hasServers = false,
  }: {
    /** What the engines do: tools of the same task share a choice. */
    readonly task: string;
    /** Panel or preset, which has a choice of its own as soon as one is made there. */
    readonly tool: string;
    /** Whether the tool can run on the site's servers as well. */
    readonly hasServers?: boolean;
  },
): EngineChoice {
  // Not stored, and never chosen by itself: a visitor decides each time whether a file is sent.
  const [onServer, setOnServer] = useState(false);
  const [there, setThere] = useState<string | null>(null);
  const { models, servers } = useWorkspace();
  const stored = useStore(workspace, (state) => state.settings[SETTINGS]);
  const entries = useStore(models, (state) => state.entries);
  const isStored = ({ id }: OfferedModel): boolean => entries[id]?.state === "kept";
  const ladder = ladderOf(engines, fitsDevice);
  const local = engineToUse(engines, {
    chosen: stored?.[`${task} ${tool}`],
    chosenElsewhere: stored?.[task],
    recommended: ladder.recommended,
    fits: fitsDevice,
    isStored,
  });
  const remote = hasServers ? serverEngines(engines, servers?.models ?? []) : [];
  const onServers =
    remote.find(({ id }) => id === there) ?? remote.find(({ isCapable }) => isCapable) ?? remote[0];
  const engine = onServers && onServer ? { ...SERVER_ENGINE, models: onServers.models } : local;
  const used = engine?.models ?? [];
  return {
    ladder: onServers
      ? { ...ladder, rungs: [...ladder.rungs, { engine: SERVER_ENGINE, level: null }] }
      : ladder,
    engine,
    model: used[0] ?? null,
    choose(id) {
      setOnServer(id === SERVER_ENGINE.id);
      if (id !== SERVER_ENGINE.id) chooseEngine(workspace, { task, tool }, id);
    },
    isReady: used.every((model) => isStored(model) && fitsDevice(model)),
    onServer: onServers ? { engines: remote, engine: onServers, choose: setThere } : null,
  };
}
