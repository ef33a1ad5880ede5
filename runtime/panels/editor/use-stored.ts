import { useStore } from "zustand";
import type { Json, JsonObject, WorkspaceStore } from "../../workspace/types.ts";

/**
 * What is set in a preset, and kept for the next time.
 * @param usual has a value of the right type for each name; kept values of other types do not count
 */
export function useStored<T extends JsonObject>(
  workspace: WorkspaceStore,
  preset: string,
  usual: T,
): readonly [values: T, change: (part: Partial<T>) => void] {
  const kept = useStore(workspace, (state) => state.settings["editor"]?.[preset]) as
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
    (part) => workspace.set("editor", { [preset]: { ...values, ...part } as unknown as Json }),
  ];
}
