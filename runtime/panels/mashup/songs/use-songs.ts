import { useEffect } from "react";
import { useStore } from "zustand";
import type { FilesState, FilesStore, TrayFile } from "#runtime/contract/file.ts";
import type { JsonObject } from "#runtime/contract/json.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";

type Selection = Pick<FilesStore, "getState" | "subscribe" | "select">;

/** Settings of the panel in which the songs of the last mashup are stored. */
const LAST = "songs";

/**
 * Makes the selected files the songs of a mashup: those that were added for it, were songs of the last mashup or are
 * those of a job; others are left from other tools. What is added while the panel is open joins what is selected.
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

/** What of the selected files was added for a mashup, or was a song of one before. @param known ids of those */
export const songsOf = (
  { selected, added }: Pick<FilesState, "selected" | "added">,
  known: readonly string[],
): readonly string[] => selected.filter((id) => added.includes(id) || known.includes(id));

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
