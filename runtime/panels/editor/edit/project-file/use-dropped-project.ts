import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { PROJECT_ENDING } from "#core/tools/project-ending.ts";
import type { FilesState, FilesStore } from "#runtime/contract/file.ts";
import type { Rendering } from "#runtime/panel-kit/save/use-rendering.ts";

/** Opens project files. */
export interface FileOpening {
  /**
   * Opens a project file as a new draft; if that fails, the open one stays.
   * @param onOpened called once it is open
   */
  readonly openFile: (open: () => Promise<File>, onOpened?: () => void) => void;
  /** How far a project file has been opened. */
  readonly opening: Pick<Rendering, "done" | "cancel">;
}

/** Ids of the project files among files that were added to the tray. */
export const projectsAmong = ({ added, files }: Pick<FilesState, "added" | "files">): string[] =>
  files
    .filter(({ id, name }) => added.includes(id) && name.toLowerCase().endsWith(PROJECT_ENDING))
    .map(({ id }) => id);

/**
 * Opens project files that the visitor has added as if they were recordings, one after the other.
 * Each leaves the tray when it is open.
 */
export function useDroppedProject(
  files: FilesStore,
  { openFile, opening: { done } }: FileOpening,
): void {
  const added = useStore(files, (state) => state.added);
  const taken = useRef<readonly string[]>([]);
  const waiting = useRef<readonly string[]>([]);
  useEffect(() => {
    if (added !== taken.current)
      waiting.current = [...waiting.current, ...projectsAmong(files.getState())];
    taken.current = added;
    const [id, ...others] = waiting.current;
    if (id === undefined || done !== null) return;
    waiting.current = others;
    openFile(
      () => files.open(id),
      () => files.remove([id]),
    );
  }, [added, done, files, openFile]);
}
