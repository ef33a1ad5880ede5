import { randomUUID } from "node:crypto";
import { showSpan } from "../account/show.ts";
import type { JobsState } from "#server/jobs/inspect-jobs.ts";
import type { ObjectStore } from "#server/ports/object-store.ts";
import type { Diagnosis } from "./examine.ts";

/** Seconds for which a job may wait before more workers are advised. */
const LONG = 300;

/** The queue and the workers. @param runsItself whether the server runs jobs without workers */
export function examineQueue(state: JobsState, runsItself: boolean): Diagnosis[] {
  const { counts, workers } = state;
  const numberOf = (name: string): number =>
    counts.reduce((sum, { state: each, count }) => sum + (each === name ? count : 0), 0);
  const waiting = counts.filter((each) => each.state === "queued");
  const oldest = Math.max(0, ...waiting.map((each) => each.oldest));
  const found = `${numberOf("queued")} wait, ${numberOf("running")} run${
    oldest > 0 ? `, the oldest waits for ${showSpan(oldest)}` : ""
  }`;
  const queue: Diagnosis =
    oldest > LONG
      ? {
          name: "queue",
          state: "warn",
          found,
          fix: "Start more workers; `toolkit jobs` shows what the present ones do.",
        }
      : { name: "queue", state: "ok", found };
  return [queue, ...(runsItself ? [] : [examineWorkers(workers, waiting.length > 0)])];
}

function examineWorkers(workers: JobsState["workers"], doJobsWait: boolean): Diagnosis {
  const name = "workers";
  const working = workers.filter(({ state }) => state === "working");
  const silent = workers.filter(({ state }) => state === "silent");
  if (working.length === 0)
    return {
      name,
      state: doJobsWait ? "bad" : "warn",
      found: doJobsWait ? "none works, and jobs wait" : "none works",
      fix: "Start `toolkit worker` with the server's settings; docs/operations.md has the way.",
    };
  const slots = working.reduce((sum, worker) => sum + worker.slots, 0);
  const found = `${working.length} at work, with ${slots} slots`;
  if (silent.length === 0) return { name, state: "ok", found };
  return {
    name,
    state: "warn",
    found: `${found}; ${silent.length} without a sign of life`,
    fix: "Read the log of those that `toolkit jobs workers` shows as silent; their jobs run elsewhere.",
  };
}

/** Writes, reads and removes an object. */
export async function examineStore(
  store: Pick<ObjectStore, "put" | "get" | "remove">,
): Promise<Diagnosis> {
  const name = "store";
  const key = `doctor/${randomUUID()}`;
  const content = Buffer.from(key);
  try {
    await store.put(key, [content], "text/plain");
    const stored = await store.get(key);
    const read = stored ? Buffer.from(await new Response(stored).arrayBuffer()) : null;
    await store.remove(key);
    if (read?.equals(content)) return { name, state: "ok", found: "takes and returns objects" };
    return {
      name,
      state: "bad",
      found: "returns other bytes than it was given",
      fix: "Check OBJECT_STORE, and what lies between this machine and the store.",
    };
  } catch (error) {
    return {
      name,
      state: "bad",
      found: `does not take objects: ${(error as Error).message.split("\n")[0]}`,
      fix: "Check OBJECT_STORE: host, bucket, keys and their rights; docs/server.md has the way.",
    };
  }
}
