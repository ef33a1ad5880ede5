import type { JobResult } from "../../contract/file.ts";
import { isActive, type JobsStore } from "../../contract/job.ts";

/**
 * Waits until no job of a list is queued or running.
 * @returns the results of those that succeeded: none if all failed, were canceled or removed
 * @throws the signal's reason when it aborts first
 */
export async function awaitResults(
  jobs: Pick<JobsStore, "getState" | "subscribe">,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly JobResult[]> {
  const find = () => jobs.getState().jobs.filter(({ id }) => ids.includes(id));
  signal.throwIfAborted();
  if (find().some(isActive))
    await new Promise<void>((resolve, reject) => {
      const unsubscribe = jobs.subscribe(() => {
        if (find().some(isActive)) return;
        unsubscribe();
        resolve();
      });
      signal.addEventListener("abort", () => {
        unsubscribe();
        reject(signal.reason as Error);
      });
    });
  return find()
    .filter(({ state }) => state === "done")
    .flatMap(({ results }) => results)
    .filter(({ state }) => state !== "missing");
}
