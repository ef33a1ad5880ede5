import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { OfferedModel } from "#core/models/offered.ts";
import type { Effect } from "#audio/effect.ts";
import { loadEffect } from "../../audio/effects.ts";
import { type RequestedFormat, REQUESTED_FORMATS } from "../../audio/requested-format.ts";
import type { Values } from "#audio/tasks/task.ts";
import { useWorkspace } from "../../contract/context.ts";
import { BUILT_IN_ID, builtInEngine, studioEngine } from "#core/models/engine.ts";
import { type EngineChoice, useEngineChoice } from "../engine/use-engine-choice.ts";
import { valuesOf } from "./effect-params.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";

/** The settings of an effect, which are stored for the next visit. */
export interface EffectSetup {
  /** Null until its code is loaded. */
  readonly effect: Effect | null;
  readonly values: Values & JsonObject;
  readonly output: RequestedFormat;
  readonly change: (name: string, value: Json) => void;
  readonly setOutput: (output: RequestedFormat) => void;
  /** The model that it uses; null for the built-in engine. */
  readonly model: OfferedModel | null;
  readonly engines: EngineChoice;
  /** Sets all values. @param model id of a model; null for the built-in engine */
  readonly restore: (values: JsonObject, model: string | null) => void;
  /** Resets all values to their defaults. */
  readonly reset: () => void;
  /** Whether any value differs from its default. */
  readonly changed: boolean;
  /** Settings that the visitor has named. */
  readonly saved: readonly SavedSetup[];
  readonly save: (name: string) => void;
  /** Applies the settings with that name; the defaults for an unknown name. */
  readonly use: (name: string) => void;
  readonly forget: (name: string) => void;
}

export interface SavedSetup {
  readonly name: string;
  readonly values: Values & JsonObject;
}

/**
 * @param panel id under which they are stored
 * @param hasServers whether the effect can run on the site's servers as well
 */
export function useEffectSetup(
  workspace: WorkspaceStore,
  panel: string,
  effectId: string,
  hasServers: boolean,
): EffectSetup {
  const { report, models } = useWorkspace();
  const [loaded, setLoaded] = useState<Effect | null>(null);
  useEffect(() => {
    let here = true;
    loadEffect(effectId).then((effect) => here && setLoaded(effect), report);
    return () => {
      here = false;
    };
  }, [effectId, report]);
  const effect = loaded?.id === effectId ? loaded : null;
  const settings = useStore(workspace, (state) => state.settings[panel]);
  const own = (settings?.[effectId] ?? {}) as JsonObject;
  const stored = settings?.["output"];
  const output = REQUESTED_FORMATS.find((name) => name === stored) ?? "keep";
  const task = effect?.net?.task ?? effectId;
  const offered = models.models.filter((model) => model.task === task);
  const engines = useEngineChoice(
    workspace,
    [builtInEngine(true, effect?.quality), ...offered.map((model) => studioEngine(model))],
    { task, tool: panel, hasServers },
  );
  const parameters = effect?.parameters ?? {};
  const values = valuesOf(parameters, own);
  const savedKey = `${effectId}.saved`;
  const named = (settings?.[savedKey] ?? []) as readonly { name: string; values: JsonObject }[];
  const saved = named.map(({ name, values: given }) => ({
    name,
    values: valuesOf(parameters, given),
  }));
  const others = (name: string): Json[] =>
    named.filter((one) => one.name !== name) as unknown as Json[];
  return {
    effect,
    values,
    output,
    change: (name, value) => workspace.set(panel, { [effectId]: { ...own, [name]: value } }),
    model: engines.model,
    engines,
    setOutput: (next) => workspace.set(panel, { output: next }),
    restore(next, id) {
      workspace.set(panel, { [effectId]: next });
      engines.choose(id ?? BUILT_IN_ID);
    },
    reset: () => workspace.set(panel, { [effectId]: {} }),
    changed: Object.keys(own).length > 0,
    saved,
    save: (name) =>
      workspace.set(panel, { [savedKey]: [...others(name), { name, values } as Json] }),
    use: (name) =>
      workspace.set(panel, { [effectId]: saved.find((one) => one.name === name)?.values ?? {} }),
    forget: (name) => workspace.set(panel, { [savedKey]: others(name) }),
  };
}
