import type { JsonObject } from "../../contract/json.ts";
import type { Session } from "../session/session.ts";
import type { FileStore } from "./file-store.ts";

const SELECTION = "selection";

/** The selected files in the order of selection, which is restored after a reload. */
export function createFileSelection(
  { store }: Pick<FileStore, "store">,
  session: Session,
  report: (error: unknown) => void,
) {
  function select(ids: readonly string[]): void {
    const there = new Set(store.getState().files.map(({ id }) => id));
    const selected = [...new Set(ids)].filter((id) => there.has(id));
    store.setState({ selected });
    session
      .open()
      .then(({ database }) => database.values.set(SELECTION, { ids: selected }))
      .catch(report);
  }
  return {
    select,
    /** Restores the stored selection if nothing is selected. */
    restore(stored: JsonObject | null): void {
      if (store.getState().selected.length === 0)
        select((stored?.["ids"] ?? []) as readonly string[]);
    },
    kept: async (): Promise<JsonObject | null> =>
      (await session.open()).database.values.get(SELECTION),
  };
}
