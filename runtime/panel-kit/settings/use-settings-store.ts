import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import { createSettingsStore, type SettingsStore } from "./settings-store.ts";

/** A settings store whose pending changes are written when the component unmounts or the page is left. */
export function useSettingsStore(workspace: WorkspaceStore, name: string): SettingsStore {
  const [store] = useState(() => createSettingsStore(workspace, name));
  useEffect(() => {
    window.addEventListener("pagehide", store.flush);
    return () => {
      window.removeEventListener("pagehide", store.flush);
      store.flush();
    };
  }, [store]);
  return store;
}

export interface StoredStateOptions<T> {
  readonly workspace: WorkspaceStore;
  /** Key of the store in the settings. */
  readonly name: string;
  /** Id of what the state belongs to, such as a job. */
  readonly id: string;
  /** @param stored undefined if nothing is stored */
  readonly read: (stored: Json | undefined) => T;
  readonly write: (state: T) => JsonObject;
}

/** A state that survives a reload. Later options are ignored: only those of the first render count. */
export function useStoredState<T>(
  options: StoredStateOptions<T>,
): readonly [state: T, setState: Dispatch<SetStateAction<T>>] {
  const [{ workspace, name, id, read, write }] = useState(options);
  const store = useSettingsStore(workspace, name);
  const [initial] = useState(() => read(store.read(id)));
  const [state, setState] = useState(initial);
  useEffect(() => {
    if (state !== initial) store.save(id, write(state));
  }, [store, id, write, state, initial]);
  return [state, setState];
}
