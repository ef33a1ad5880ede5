import { setImmediate } from "node:timers/promises";
import { ToolkitError } from "#core/errors/errors.ts";

/**
 * Yields to the event loop during long single-threaded work, mainly so that SIGINT is delivered.
 * @throws CANCELLED after an interruption
 */
export async function pause(signal: AbortSignal): Promise<void> {
  await setImmediate();
  if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: signal.reason });
}
