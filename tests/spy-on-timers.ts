import { vi } from "vitest";

/**
 * Counts the timers of a test by their delay, also on a fake clock, where `vi.getTimerCount` and
 * `vi.runAllTimers` take in the loops that other test files have left behind, because test files
 * share modules. `vi.restoreAllMocks` ends it.
 * @returns a function that counts the timers of a delay in ms: those set, and those not cleared
 */
export function spyOnTimers(): (ms: number) => { readonly set: number; readonly left: number } {
  const set = vi.spyOn(globalThis, "setTimeout");
  const clear = vi.spyOn(globalThis, "clearTimeout");
  return (ms) => {
    const cleared = new Set<unknown>(clear.mock.calls.map(([timer]) => timer));
    const own = set.mock.results.filter((_, at) => set.mock.calls[at]![1] === ms);
    return { set: own.length, left: own.filter(({ value }) => !cleared.has(value)).length };
  };
}
