import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Effect } from "#audio/effect.ts";
import { loadEffect } from "#runtime/audio/effects.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JsonObject } from "#runtime/contract/json.ts";
import { effectValues } from "../project/edit-effects.ts";

/** The chosen effect, null until it is loaded, and its stored values. */
export function useEffectChoice() {
  const t = useT();
  const { workspace, report } = useWorkspace();
  const stored = useStore(workspace, ({ settings }) => settings["editor"]?.["effects"]) as
    | Readonly<Record<string, JsonObject>>
    | undefined;
  const [id, setId] = useState("denoise");
  const [loaded, setLoaded] = useState<Effect | null>(null);
  useEffect(() => {
    let here = true;
    loadEffect(id).then((effect) => here && setLoaded(effect), report);
    return () => {
      here = false;
    };
  }, [id, report]);
  const effect = loaded?.id === id ? loaded : null;
  return {
    id,
    setId,
    name: t(`panel-kit:effect.${id}.name`),
    effect,
    values: effect ? effectValues(id, effect.parameters, stored?.[id] ?? {}) : {},
    setValue: (field: string, value: unknown): void =>
      workspace.set("editor", {
        effects: { ...stored, [id]: { ...stored?.[id], [field]: value } } as JsonObject,
      }),
  };
}

export type EffectChoice = ReturnType<typeof useEffectChoice>;
