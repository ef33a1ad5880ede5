import { useEffect } from "react";
import { useStore } from "zustand";
import type { FilesState, FilesStore, TrayFile } from "#runtime/contract/file.ts";
import type { JsonObject } from "#runtime/contract/json.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";

type Selection = Pick<FilesStore, "getState" | "subscribe" | "select">;

/** Settings key of the file ids of the last mashup. */
const LAST = "songs";

/**
 * Deselects files that were selected for other tools: the songs of a mashup are those that were just
 * added, and those of the last mashup or of a job. Files that are added later join the selection.
 */
export function useSongs(
  store: Selection & FilesStore,
  { jobs, workspace }: Pick<PanelProps, "jobs" | "workspace">,
): void {
  const isRestored = useStore(store, (state) => state.restored);
  useEffect(() => {
    if (!isRestored) return undefined;
    const state = store.getState();
    const own = jobs.getState().jobs.filter(({ panel }) => panel === "mashup");
    const last = workspace.getState().settings["mashup"]?.[LAST] as JsonObject | undefined;
    const songs = songsOf(state, [
      ...own.flatMap(({ fileIds }) => fileIds),
      ...((last?.["ids"] ?? []) as readonly string[]),
    ]);
    if (songs.length < state.selected.length) store.select(songs);
    const remember = (ids: readonly string[]): void => workspace.set("mashup", { [LAST]: { ids } });
    remember(songs);
    const leave = joinAdded(store);
    const unsubscribe = store.subscribe(({ selected }, before) => {
      if (selected !== before.selected) remember(selected);
    });
    return () => {
      leave();
      unsubscribe();
    };
  }, [store, isRestored, jobs, workspace]);
}

/** Selected files that were just added, or that were songs of an earlier mashup. @param known ids of those songs */
export const songsOf = (
  { selected, added }: Pick<FilesState, "selected" | "added">,
  known: readonly string[],
): readonly string[] => selected.filter((id) => added.includes(id) || known.includes(id));

/** Adds new files to the selection; several replace several. */
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
