import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import type { Json, JsonObject } from "../../workspace/contract/json.ts";
import type { WorkspaceStore } from "../../workspace/contract/workspace-store.ts";
import { createKeeper, type Keeper } from "./keeper.ts";

/** Keeps what is set; what was set last is written down when the view or the page is left. */
export function useKeeper(workspace: WorkspaceStore, name: string): Keeper {
  const [keeper] = useState(() => createKeeper(workspace, name));
  useEffect(() => {
    window.addEventListener("pagehide", keeper.flush);
    return () => {
      window.removeEventListener("pagehide", keeper.flush);
      keeper.flush();
    };
  }, [keeper]);
  return keeper;
}

export interface KeptState<T> {
  readonly workspace: WorkspaceStore;
  /** Under which it is kept in the settings. */
  readonly name: string;
  /** Of what it is set for, such as a job. */
  readonly id: string;
  /** @param kept undefined where nothing was kept */
  readonly read: (kept: Json | undefined) => T;
  readonly write: (state: T) => JsonObject;
}

/** A state that is kept for the next visit; of the first that it is given. */
export function useKeptState<T>(
  given: KeptState<T>,
): readonly [state: T, setState: Dispatch<SetStateAction<T>>] {
  const [{ workspace, name, id, read, write }] = useState(given);
  const keeper = useKeeper(workspace, name);
  const [first] = useState(() => read(keeper.read(id)));
  const [state, setState] = useState(first);
  useEffect(() => {
    if (state !== first) keeper.keep(id, write(state));
  }, [keeper, id, write, state, first]);
  return [state, setState];
}
