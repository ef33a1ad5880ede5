import { setImmediate } from "node:timers/promises";

/** Serializes CPU-bound work and yields to the event loop between items. */
export type YieldToEventLoop = () => Promise<void>;

export function createYield(): YieldToEventLoop {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => setImmediate()));
}
