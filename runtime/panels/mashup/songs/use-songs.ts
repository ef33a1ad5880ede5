import { useEffect } from "react";
import { useStore } from "zustand";
import type { FilesStore, TrayFile } from "#runtime/workspace/contract/file.ts";

type Selection = Pick<FilesStore, "getState" | "subscribe" | "select">;

const isUsable = ({ state, problem, kind }: TrayFile): boolean =>
  state !== "missing" && problem === null && kind !== "other";

/**
 * Has the files that are selected be the songs of a mashup, which needs two: the one that is selected
 * when the panel comes gets the last one that was added before beside it, and what is added while it is
 * there joins what is selected.
 */
export function useSongs(store: Selection & FilesStore): void {
  const isThere = useStore(store, (state) => state.restored);
  useEffect(() => {
    if (!isThere) return undefined;
    const { files, selected } = store.getState();
    const pair = pairOf(files, selected);
    if (pair) store.select(pair);
    return joinAdded(store);
  }, [store, isThere]);
}

/** One file and the last of the others; null where not just one is selected, or there is no other. */
export function pairOf(
  all: readonly TrayFile[],
  selected: readonly string[],
): readonly string[] | null {
  const only = selected.length === 1 ? all.find(({ id }) => id === selected[0]) : undefined;
  const others = all.filter((file) => file !== only && isUsable(file));
  const last = others.toSorted((a, b) => a.added - b.added).at(-1);
  if (!only || !last) return null;
  return [only, last].toSorted((a, b) => a.added - b.added).map(({ id }) => id);
}

/** Selects files that are added beside the others; several in the place of several. */
export function joinAdded(store: Selection): () => void {
  const idsOf = (files: readonly TrayFile[]): ReadonlySet<string> =>
    new Set(files.map(({ id }) => id));
  let known = idsOf(store.getState().files);
  let added: ReadonlySet<string> = new Set();
  return store.subscribe((now, before) => {
    if (now.files !== before.files) {
      const all = idsOf(now.files);
      const fresh = [...all].filter((id) => !known.has(id));
      if (fresh.length > 0) added = new Set(fresh);
      known = all;
    }
    const { selected } = now;
    if (selected === before.selected || selected.length === 0) return;
    if (!selected.every((id) => added.has(id))) return;
    added = new Set();
    if (selected.length === 1 || before.selected.length === 1)
      store.select([...before.selected, ...selected]);
  });
}
