import { useDeferredValue, useState } from "react";
import { useStore } from "zustand";
import type { FilesStore, TrayFile } from "../../workspace/contract/file.ts";

export interface Input {
  /** The selected files that can be worked on, in the order in which they were selected. */
  readonly files: readonly TrayFile[];
  /** The selected files that cannot be worked on. */
  readonly broken: readonly TrayFile[];
  /** The one that is shown and heard; null where there is none. */
  readonly shown: TrayFile | null;
  readonly show: (fileId: string) => void;
  /** Seconds of a file of the tray; null where nobody knows. */
  readonly lengthOf: (fileId: string) => number | null;
}

/** What a panel works on: the files that are selected in the tray. */
export function useInput(store: FilesStore): Input {
  const all = useStore(store, (state) => state.files);
  // The list of files answers at once; the panel follows in short steps.
  const selected = useDeferredValue(useStore(store, (state) => state.selected));
  const [chosen, show] = useState<string | null>(null);
  const chosenFiles = selected
    .map((id) => all.find((file) => file.id === id))
    .filter((file) => file !== undefined);
  const isBroken = ({ state, problem }: TrayFile): boolean =>
    state === "missing" || problem !== null;
  const files = chosenFiles.filter((file) => !isBroken(file));
  return {
    files,
    broken: chosenFiles.filter(isBroken),
    shown: files.find(({ id }) => id === chosen) ?? files[0] ?? null,
    show,
    lengthOf: (id) => all.find((file) => file.id === id)?.duration ?? null,
  };
}
