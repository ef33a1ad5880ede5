import { useDeferredValue, useState } from "react";
import { useStore } from "zustand";
import type { FilesStore, TrayFile } from "../../workspace/contract/file.ts";

export interface Input {
  /** The selected files that can be worked on, in the order in which they were selected. */
  readonly files: readonly TrayFile[];
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
  const files = selected
    .map((id) => all.find((file) => file.id === id))
    .filter((file) => file !== undefined)
    .filter(({ state, problem }) => state !== "missing" && !problem);
  return {
    files,
    shown: files.find(({ id }) => id === chosen) ?? files[0] ?? null,
    show,
    lengthOf: (id) => all.find((file) => file.id === id)?.duration ?? null,
  };
}
