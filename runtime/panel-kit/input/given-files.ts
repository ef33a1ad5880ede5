import { useState } from "react";
import { useStore } from "zustand";
import type { FilesState, FilesStore } from "#runtime/contract/file.ts";

type Selection = Pick<FilesState, "selected" | "added">;

/**
 * Ids of the files that the visitor opened a tool with or chose in it: of those that were selected when it opened
 * only what was added for it, since the others are left from other tools; all once the selection has changed.
 * @param before what was selected when the tool opened
 */
export const givenFiles = (
  { selected, added }: Selection,
  before: readonly string[],
): readonly string[] =>
  selected === before ? selected.filter((id) => added.includes(id)) : selected;

/** The same for a panel that is shown, from its first view with the restored files on. */
export function useGivenFiles(files: FilesStore): readonly string[] {
  const state = useStore(files);
  const [before, setBefore] = useState<readonly string[] | null>(null);
  if (!state.restored) return [];
  if (before === null) setBefore(state.selected);
  return givenFiles(state, before ?? state.selected);
}
