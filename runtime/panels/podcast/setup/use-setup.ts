import { useStore } from "zustand";
import { useLocale } from "#runtime/i18n/context.tsx";
import type { JsonObject } from "#runtime/contract/json.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { type PodcastSetup, setupFrom } from "./setup.ts";

export type ChangeSetup = (part: Partial<PodcastSetup>) => void;

/** The settings of the panel, which are stored for the next visit. */
export function useSetup(
  workspace: WorkspaceStore,
): readonly [setup: PodcastSetup, change: ChangeSetup] {
  const { locale } = useLocale();
  const stored = useStore(workspace, ({ settings }) => settings["podcast"]);
  return [
    setupFrom(stored, locale.code),
    (part) => workspace.set("podcast", part as unknown as JsonObject),
  ];
}
