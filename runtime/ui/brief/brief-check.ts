/** Duration of the check in a button after it has saved or copied something, in ms. */
export const CHECK_MS = 1600;

/** Calls `work` after a time in ms; the returned function cancels the call. */
export type SetTimer = (work: () => void, ms: number) => () => void;

/** A check that disappears by itself; showing it again restarts its time. */
export function createBriefCheck(
  set: (isShown: boolean) => void,
  setTimer: SetTimer,
): { readonly show: () => void; readonly end: () => void } {
  let cancel = (): void => {};
  return {
    show() {
      cancel();
      set(true);
      cancel = setTimer(() => set(false), CHECK_MS);
    },
    end: () => cancel(),
  };
}
