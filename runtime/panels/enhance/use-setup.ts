import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { OfferedModel } from "../../../core/models.ts";
import type { Effect } from "../../../audio/effect.ts";
import { loadEffect } from "../../audio/effects.ts";
import type { WantedFormat } from "../../audio/wanted-format.ts";
import { WANTED_FORMATS } from "../../audio/wanted-format.ts";
import type { Values } from "../../audio/worker/protocol.ts";
import { useWorkspace } from "../../workspace/Context.tsx";
import type { Json, JsonObject, WorkspaceStore } from "../../workspace/types.ts";
import { valuesOf } from "./params.ts";

/** What is set in the panel, and kept for the next time. */
export interface Setup {
  /** Null until its code is there. */
  readonly effect: Effect | null;
  readonly values: Values & JsonObject;
  readonly output: WantedFormat;
  readonly change: (name: string, value: Json) => void;
  readonly setOutput: (output: WantedFormat) => void;
  /** The net that it works with; null: the built-in engine. */
  readonly model: OfferedModel | null;
  readonly setModel: (id: string | null) => void;
  /** Back to the usual values. */
  readonly reset: () => void;
  /** Whether anything differs from the usual values. */
  readonly changed: boolean;
  /** What the visitor has given a name. */
  readonly saved: readonly SavedSetup[];
  readonly save: (name: string) => void;
  /** Sets the values of that name; of none, the usual ones. */
  readonly use: (name: string) => void;
  readonly forget: (name: string) => void;
}

export interface SavedSetup {
  readonly name: string;
  readonly values: Values & JsonObject;
}

export function useSetup(workspace: WorkspaceStore, preset: string): Setup {
  const { report, models } = useWorkspace();
  const [loaded, setLoaded] = useState<Effect | null>(null);
  useEffect(() => {
    let here = true;
    loadEffect(preset).then((effect) => here && setLoaded(effect), report);
    return () => {
      here = false;
    };
  }, [preset, report]);
  const effect = loaded?.id === preset ? loaded : null;
  const settings = useStore(workspace, (state) => state.settings["enhance"]);
  const own = (settings?.[preset] ?? {}) as JsonObject;
  const kept = settings?.["output"];
  const output = WANTED_FORMATS.find((name) => name === kept) ?? "keep";
  const wanted = settings?.[`${preset}.model`];
  const parameters = effect?.parameters ?? {};
  const values = valuesOf(parameters, own);
  const shelf = `${preset}.saved`;
  const named = (settings?.[shelf] ?? []) as readonly { name: string; values: JsonObject }[];
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
    change: (name, value) => workspace.set("enhance", { [preset]: { ...own, [name]: value } }),
    model: models.models.find(({ id, task }) => id === wanted && task === preset) ?? null,
    setModel: (id) => workspace.set("enhance", { [`${preset}.model`]: id }),
    setOutput: (next) => workspace.set("enhance", { output: next }),
    reset: () => workspace.set("enhance", { [preset]: {} }),
    changed: Object.keys(own).length > 0,
    saved,
    save: (name) =>
      workspace.set("enhance", { [shelf]: [...others(name), { name, values } as Json] }),
    use: (name) =>
      workspace.set("enhance", { [preset]: saved.find((one) => one.name === name)?.values ?? {} }),
    forget: (name) => workspace.set("enhance", { [shelf]: others(name) }),
  };
}
