import type { Json, JsonObject } from "../../contract/json.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import { objectOf, within } from "./json-values.ts";

/** Settings are written when they have not changed for this time, in ms. */
const DEBOUNCE_MS = 250;
/** Entries of a store; the least recently used ones are deleted. */
const MAX_ENTRIES = 30;
const ANY_TIME = [0, Infinity] as const;

/** Settings that survive a reload, by the id of what they belong to, such as a job. */
export interface SettingsStore {
  readonly read: (id: string) => Json | undefined;
  readonly save: (id: string, value: JsonObject) => void;
  /** Writes pending changes immediately. */
  readonly flush: () => void;
}

/** The patch that stores an entry and deletes the least recently used ones. */
export function storePatch(
  stored: JsonObject,
  id: string,
  entry: JsonObject & { readonly used: number },
): JsonObject {
  const usedOf = (value: Json | undefined): number => within(objectOf(value)["used"], ANY_TIME, 0);
  const evicted = Object.keys(stored)
    .filter((key) => key !== id)
    .toSorted((a, b) => usedOf(stored[b]) - usedOf(stored[a]))
    .slice(MAX_ENTRIES - 1);
  return { ...Object.fromEntries(evicted.map((key) => [key, undefined])), [id]: entry };
}

/** @param name key of the store in the settings of the workspace */
export function createSettingsStore(
  workspace: Pick<WorkspaceStore, "getState" | "set">,
  name: string,
): SettingsStore {
  const unsaved = new Map<string, JsonObject>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stored = (): JsonObject => workspace.getState().settings[name] ?? {};
  const flush = (): void => {
    clearTimeout(timer);
    for (const [id, value] of unsaved)
      workspace.set(name, storePatch(stored(), id, { ...value, used: Date.now() }));
    unsaved.clear();
  };
  return {
    read: (id) => unsaved.get(id) ?? stored()[id],
    save(id, value) {
      unsaved.set(id, value);
      clearTimeout(timer);
      timer = setTimeout(flush, DEBOUNCE_MS);
    },
    flush,
  };
}
