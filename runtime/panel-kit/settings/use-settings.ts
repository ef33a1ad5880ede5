import { useStore } from "zustand";
import type { Json, JsonObject } from "../../workspace/contract/json.ts";
import type { WorkspaceStore } from "../../workspace/contract/workspace-store.ts";

/**
 * What is set in a preset, and kept for the next time.
 * @param usual has a value of the right type for each name; kept values of other types do not count
 */
export function useSettings<T extends JsonObject>(
  workspace: WorkspaceStore,
  [panel, preset]: readonly [panel: string, preset: string],
  usual: T,
): readonly [values: T, change: (part: Partial<T>) => void] {
  const kept = useStore(workspace, (state) => state.settings[panel]?.[preset]) as
    | JsonObject
    | undefined;
  const values = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [
      name,
      typeof kept?.[name] === typeof value ? kept![name] : value,
    ]),
  ) as T;
  return [
    values,
    (part) => workspace.set(panel, { [preset]: { ...values, ...part } as unknown as Json }),
  ];
}
