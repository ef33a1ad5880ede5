import type { KeyValue } from "../../services/storage.ts";
import type { Session } from "../session/session.ts";
import type { FileStore } from "./file-store.ts";

/** Key of the value in the database: the last selection in any tab, for the next visit. */
const SELECTION = "selection";
/** Session storage key of the selection of this tab, as a JSON array of file IDs. */
const TAB_SELECTION = "toolkit_selection";

const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];

function parseIds(text: string | null): readonly string[] | null {
  try {
    return text === null ? null : idsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * The selected files in the order of selection. Each tab has its own, which a reload restores; a new
 * tab starts with the last one.
 */
export function createFileSelection(
  { store }: Pick<FileStore, "store">,
  session: Session,
  {
    tabStorage,
    report,
  }: { readonly tabStorage: KeyValue; readonly report: (error: unknown) => void },
) {
  function select(ids: readonly string[]): void {
    const there = new Set(store.getState().files.map(({ id }) => id));
    const selected = [...new Set(ids)].filter((id) => there.has(id));
    store.setState({ selected });
    tabStorage.set(TAB_SELECTION, JSON.stringify(selected));
    session
      .open()
      .then(({ database }) => database.values.set(SELECTION, { ids: selected }))
      .catch(report);
  }
  return {
    select,
    /** Restores a selection if nothing is selected. */
    restore(ids: readonly string[]): void {
      if (store.getState().selected.length === 0) select(ids);
    },
    /** The stored selection: that of this tab, or else the last one. */
    kept: async (): Promise<readonly string[]> =>
      parseIds(tabStorage.get(TAB_SELECTION)) ??
      idsOf((await (await session.open()).database.values.get(SELECTION))?.["ids"]),
  };
}
