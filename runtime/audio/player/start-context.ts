import { FaultError } from "../../contract/fault.ts";

/** Time in ms that a context may take to start; Bluetooth devices need one or two seconds. */
const LIMIT_MS = 4000;

/**
 * Starts the clock of a context. A browser that finds no output device, or does not allow the page
 * to play, leaves the context suspended without an error; `resume` may then never settle.
 * @throws {FaultError} `sound.notStarted` if the context is still suspended after 4 seconds
 */
export async function startContext(context: AudioContext): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS);
  });
  try {
    await Promise.race([context.resume(), limit]);
  } finally {
    clearTimeout(timer);
  }
  if (context.state === "suspended" || context.state === "interrupted")
    throw new FaultError("sound.notStarted");
}

/** Whether the browser can start audio output for this page now. Takes up to 4 seconds. */
export async function canStartSound(): Promise<boolean> {
  const context = new AudioContext();
  try {
    await startContext(context);
    return true;
  } catch {
    return false;
  } finally {
    void context.close().catch(() => {});
  }
}
