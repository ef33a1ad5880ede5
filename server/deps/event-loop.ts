import { setImmediate } from "node:timers/promises";

/** Waits for a turn: what keeps the process busy is done one at a time, with others' work between. */
export type YieldToEventLoop = () => Promise<void>;

export function createYield(): YieldToEventLoop {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => setImmediate()));
}
