import type { JobResult } from "#runtime/workspace/contract/file.ts";
import { useSaving } from "../save/use-saving.ts";

/** What a start button that also saves the results to the device has to know. */
export interface StartSaves {
  /** Name of the file that several results become, with its ending. */
  readonly zip: string;
  /** Results of all input with the current settings, which need no other job; may be empty. */
  readonly current: readonly JobResult[];
}

/** Saves the results of a start in the same press. */
export function useStartSaves({ zip, current }: StartSaves = { zip: "", current: [] }): {
  /** Whether results are waited for or saved. */
  readonly isBusy: boolean;
  /** Saves the current results. @returns false where there are none, or some have been deleted */
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
