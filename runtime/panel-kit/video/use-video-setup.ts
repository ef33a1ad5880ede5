import { useStore } from "zustand";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import type { Look } from "../../audio/worker/pictures/look.ts";
import { listOf, objectOf } from "../settings/json-values.ts";
import type { NamedSettings } from "../settings/SavedSettings.tsx";
import { type FoldId, type VideoSettings, readFolds, readVideoSettings } from "./video-settings.ts";

export interface VideoSetup extends NamedSettings {
  readonly film: VideoSettings;
  readonly change: (part: Partial<VideoSettings>) => void;
  readonly folds: Readonly<Record<FoldId, boolean>>;
  /** Opens or closes a group of settings. */
  readonly fold: (id: FoldId, isOpen: boolean) => void;
  readonly changeLook: (part: Partial<Look>) => void;
}

/**
 * The settings of videos, which are stored for the next visit.
 * @param panel id under which they are stored
 * @param defaultLook default look, including its template if it has one
 */
export function useVideoSetup(
  workspace: WorkspaceStore,
  panel: string,
  defaultLook: Look,
): VideoSetup {
  const stored = useStore(workspace, (state) => state.settings[panel]);
  const storedSettings = readVideoSettings(stored?.["film"], defaultLook);
  const named = listOf(stored?.["saved"]).map((one) => objectOf(one));
  const saved = named.map(({ name, values }) => ({
    name: typeof name === "string" ? name : "",
    // Titles belong to the shown file, not to the look.
    values: valuesOf(readVideoSettings(values, defaultLook)),
  }));
  const set = (next: VideoSettings): void => workspace.set(panel, { film: next });
  const others = (name: string): Json[] => named.filter((one) => one["name"] !== name);
  return {
    film: storedSettings,
    folds: readFolds(stored?.["folds"]),
    fold(id, isOpen) {
      const current = workspace.getState().settings[panel]?.["folds"];
      workspace.set(panel, { folds: { ...objectOf(current), [id]: isOpen } });
    },
    change: (part) => set({ ...storedSettings, ...part } as VideoSettings),
    changeLook: (part) =>
      set({ ...storedSettings, look: { ...storedSettings.look, ...part } } as VideoSettings),
    values: valuesOf(storedSettings),
    saved,
    save: (name) =>
      workspace.set(panel, {
        saved: [...others(name), { name, values: valuesOf(storedSettings) }],
      }),
    use(name) {
      const { look, ...rest } = readVideoSettings(
        saved.find((one) => one.name === name)?.values,
        defaultLook,
      );
      const { title, byline } = storedSettings.look;
      set({
        ...rest,
        captions: storedSettings.captions,
        look: { ...look, title, byline },
      } as VideoSettings);
    },
    forget: (name) => workspace.set(panel, { saved: others(name) }),
  };
}

/** The values that a named setting stores. */
const valuesOf = ({ captions: _captions, ...values }: VideoSettings): JsonObject => ({
  ...values,
  look: { ...values.look, title: "", byline: "" },
});
