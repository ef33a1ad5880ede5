import { setImmediate } from "node:timers/promises";
import { ToolkitError } from "#core/errors/errors.ts";

/**
 * Lets what waits run, an interruption above all, in the middle of long work on one thread.
 * @throws CANCELLED after an interruption
 */
export async function pause(signal: AbortSignal): Promise<void> {
  await setImmediate();
  if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: signal.reason });
}
