import { useStore } from "zustand";
import type { JsonObject } from "#runtime/contract/json.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { type ScapeSetup, setupFrom } from "./setup.ts";

export type ChangeSetup = (part: Partial<ScapeSetup>) => void;

/** What is set in the panel, and kept for the next time. */
export function useSetup(
  workspace: WorkspaceStore,
): readonly [setup: ScapeSetup, change: ChangeSetup] {
  const kept = useStore(workspace, ({ settings }) => settings["asmr"]);
  return [setupFrom(kept), (part) => workspace.set("asmr", part as unknown as JsonObject)];
}
