import { useStore } from "zustand";
import type { JsonObject } from "#runtime/contract/json.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { type ScapeSetup, setupFrom } from "./setup.ts";

export type ChangeSetup = (part: Partial<ScapeSetup>) => void;

/** The settings of the panel, which are stored for the next visit. */
export function useSetup(
  workspace: WorkspaceStore,
): readonly [setup: ScapeSetup, change: ChangeSetup] {
  const stored = useStore(workspace, ({ settings }) => settings["asmr"]);
  return [setupFrom(stored), (part) => workspace.set("asmr", part as unknown as JsonObject)];
}
