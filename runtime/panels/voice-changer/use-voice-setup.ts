import { useStore } from "zustand";
import { type VoiceSetup, setupFrom } from "./voice-setup.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";

export type ChangeSetup = (part: Partial<VoiceSetup>) => void;

/** The settings of the panel, which are stored for the next visit. */
export function useVoiceSetup(
  workspace: WorkspaceStore,
): readonly [setup: VoiceSetup, change: ChangeSetup] {
  const stored = useStore(workspace, (state) => state.settings["voice-changer"]?.["change"]);
  const setup = setupFrom(stored as JsonObject | undefined);
  return [
    setup,
    (part) => workspace.set("voice-changer", { change: { ...setup, ...part } as Json }),
  ];
}
