import { useCallback, useMemo } from "react";
import { useStore } from "zustand";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";

/** Stored values that have the type of their default; the defaults for all others. */
export const settingsOf = <T extends JsonObject>(stored: Json | undefined, defaults: T): T =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      const own = (stored as JsonObject | undefined)?.[name];
      return [name, typeof own === typeof value ? own : value];
    }),
  ) as T;

/**
 * The settings of a preset, which are stored for the next visit.
 * @param defaults has a value for each name; stored values of another type are ignored
 * @returns both stay the same objects until a setting changes, if `defaults` does
 */
export function useSettings<T extends JsonObject>(
  workspace: WorkspaceStore,
  [panel, preset]: readonly [panel: string, preset: string],
  defaults: T,
): readonly [settings: T, change: (part: Partial<T>) => void] {
  const stored = useStore(workspace, (state) => state.settings[panel]?.[preset]);
  const settings = useMemo(() => settingsOf(stored, defaults), [stored, defaults]);
  const change = useCallback(
    (part: Partial<T>): void => {
      const current = settingsOf(workspace.getState().settings[panel]?.[preset], defaults);
      workspace.set(panel, { [preset]: { ...current, ...part } as unknown as Json });
    },
    [workspace, panel, preset, defaults],
  );
  return [settings, change];
}
