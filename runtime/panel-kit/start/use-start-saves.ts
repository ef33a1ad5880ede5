import type { JobResult } from "#runtime/contract/file.ts";
import { useSaving } from "../save/use-saving.ts";

/** Input of a start button that also saves the results. */
export interface StartSaves {
  /** Name of the ZIP file of several results, with extension. */
  readonly zip: string;
  /**
   * Results of all input with the current settings, for which no other job is needed; may be empty.
   */
  readonly current: readonly JobResult[];
}

/** Saves the results of a start without another click. */
export function useStartSaves({ zip, current }: StartSaves = { zip: "", current: [] }): {
  /** Whether results are awaited or saved. */
  readonly isBusy: boolean;
  /** Saves the current results. @returns false if there are none, or some have been deleted */
  readonly saveCurrent: () => boolean;
  readonly onStarted: (jobIds: readonly string[]) => void;
} {
  const { saveAll, saveWhenDone, done } = useSaving();
  return {
    isBusy: done !== null,
    saveCurrent() {
      if (current.length === 0 || current.some(({ state }) => state === "missing")) return false;
      saveAll(current, zip);
      return true;
    },
    onStarted: (ids) => saveWhenDone(ids, zip),
  };
}
