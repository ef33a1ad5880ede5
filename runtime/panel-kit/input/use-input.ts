import { useDeferredValue, useState } from "react";
import { useStore } from "zustand";
import type { FilesStore, TrayFile } from "../../contract/file.ts";

export interface Input {
  /** Selected files that can be used, in the order of selection. */
  readonly files: readonly TrayFile[];
  /** Selected files that cannot be used. */
  readonly broken: readonly TrayFile[];
  /** The file that is shown and played; null if there is none. */
  readonly shown: TrayFile | null;
  readonly show: (fileId: string) => void;
  /** Whether the selection has changed, and the panel follows in a moment. */
  readonly pending: boolean;
  /** Length of a file of the tray in seconds; null if unknown. */
  readonly lengthOf: (fileId: string) => number | null;
}

/** The input of a panel: the files that are selected in the tray. */
export function useInput(store: FilesStore): Input {
  const all = useStore(store, (state) => state.files);
  // The tray updates at once; the panel follows in a deferred render.
  const current = useStore(store, (state) => state.selected);
  const selected = useDeferredValue(current);
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
    pending: selected !== current,
    lengthOf: (id) => all.find((file) => file.id === id)?.duration ?? null,
  };
}
