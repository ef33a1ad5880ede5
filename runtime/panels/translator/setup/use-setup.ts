import { useStore } from "zustand";
import type { JsonObject } from "#runtime/contract/json.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { type TranslatorSetup, setupFrom } from "./setup.ts";

export type ChangeSetup = (part: Partial<TranslatorSetup>) => void;

/** The settings of the panel, which are stored for the next visit. */
export function useSetup(
  workspace: WorkspaceStore,
): readonly [setup: TranslatorSetup, change: ChangeSetup] {
  const kept = useStore(workspace, ({ settings }) => settings["translator"]);
  return [setupFrom(kept), (part) => workspace.set("translator", part as unknown as JsonObject)];
}
