import type { Json, JsonObject } from "../../workspace/contract/json.ts";
import type { WorkspaceStore } from "../../workspace/contract/workspace-store.ts";
import { withKept } from "./kept.ts";

/** ms for which nothing is set until it is written down. */
const REST = 250;

/** Keeps what is set, by the ids of what it is set for, until the next visit. */
export interface Keeper {
  readonly read: (id: string) => Json | undefined;
  readonly keep: (id: string, value: JsonObject) => void;
  /** Writes down at once what was not yet. */
  readonly flush: () => void;
}

/** @param name under which it is kept in the settings */
export function createKeeper(
  workspace: Pick<WorkspaceStore, "getState" | "set">,
  name: string,
): Keeper {
  const unsaved = new Map<string, JsonObject>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const kept = (): JsonObject => workspace.getState().settings[name] ?? {};
  const flush = (): void => {
    clearTimeout(timer);
    for (const [id, value] of unsaved)
      workspace.set(name, withKept(kept(), id, { ...value, used: Date.now() }));
    unsaved.clear();
  };
  return {
    read: (id) => unsaved.get(id) ?? kept()[id],
    keep(id, value) {
      unsaved.set(id, value);
      clearTimeout(timer);
      timer = setTimeout(flush, REST);
    },
    flush,
  };
}
