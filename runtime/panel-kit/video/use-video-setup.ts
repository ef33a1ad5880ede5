import { useStore } from "zustand";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import type { Look } from "../../audio/worker/pictures/look.ts";
import { listOf, objectOf } from "../settings/json-values.ts";
import type { NamedSettings } from "../settings/SavedSettings.tsx";
import { type VideoSettings, readVideoSettings } from "./video-settings.ts";

export interface VideoSetup extends NamedSettings {
  readonly film: VideoSettings;
  readonly change: (part: Partial<VideoSettings>) => void;
  readonly changeLook: (part: Partial<Look>) => void;
}

/**
 * The settings of videos, which are stored for the next visit.
 * @param panel id under which they are stored
 * @param usual default look, including its template if it has one
 */
export function useVideoSetup(workspace: WorkspaceStore, panel: string, usual: Look): VideoSetup {
  const kept = useStore(workspace, (state) => state.settings[panel]);
  const film = readVideoSettings(kept?.["film"], usual);
  const named = listOf(kept?.["saved"]).map((one) => objectOf(one));
  const saved = named.map(({ name, values }) => ({
    name: typeof name === "string" ? name : "",
    // Titles belong to the shown file, not to the look.
    values: valuesOf(readVideoSettings(values, usual)),
  }));
  const set = (next: VideoSettings): void => workspace.set(panel, { film: next });
  const others = (name: string): Json[] => named.filter((one) => one["name"] !== name);
  return {
    film,
    change: (part) => set({ ...film, ...part } as VideoSettings),
    changeLook: (part) => set({ ...film, look: { ...film.look, ...part } } as VideoSettings),
    values: valuesOf(film),
    saved,
    save: (name) =>
      workspace.set(panel, { saved: [...others(name), { name, values: valuesOf(film) }] }),
    use(name) {
      const { look, ...rest } = readVideoSettings(
        saved.find((one) => one.name === name)?.values,
        usual,
      );
      const { title, byline } = film.look;
      set({ ...rest, captions: film.captions, look: { ...look, title, byline } } as VideoSettings);
    },
    forget: (name) => workspace.set(panel, { saved: others(name) }),
  };
}

/** The values that a named setting stores. */
const valuesOf = ({ captions: _captions, ...film }: VideoSettings): JsonObject => ({
  ...film,
  look: { ...film.look, title: "", byline: "" },
});
