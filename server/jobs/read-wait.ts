import { sql } from "kysely";
import type { JobPace } from "#core/api/contract/job-shapes.ts";
import type { ServerTask } from "#core/jobs/server-task.ts";
import type { Deps } from "../deps/deps.ts";

/** Jobs that are measured, the last to have ended. */
const LAST = 200;
/** Jobs of a kind below which one of them alone would be what others see. */
const MIN = 3;

/** Seconds for which the job that is next in a pool has been waiting; 0 if none waits. */
export async function readWait(
  { db, clock }: Pick<Deps, "db" | "clock">,
  pool: string,
): Promise<number> {
  const now = clock();
  const next = await db.read((queries) =>
    queries
      .selectFrom("jobs")
      .select("created_at")
      .where("state", "=", sql.lit("queued"))
      .where("pool", "=", pool)
      .where("due_at", "<=", now)
      .orderBy("turn_at")
      .limit(1)
      .executeTakeFirst(),
  );
  return next ? Math.max(0, Math.floor((now - next.created_at) / 1000)) : 0;
}

/**
 * Seconds that finished jobs of a tool took for a second of their input: the median for each call
 * and model, where enough have finished.
 */
export async function readPaces(
  { db }: Pick<Deps, "db">,
  { tool, pool }: { readonly tool: string; readonly pool: string },
): Promise<JobPace[]> {
  const rows = await db.read((queries) =>
    queries
      .selectFrom("jobs")
      .select(["task", "started_at", "ended_at", "milliseconds_found"])
      .where("state", "=", sql.lit("done"))
      .where("pool", "=", pool)
      .where("tool", "=", tool)
      // In the order of their ends, as all of them are stored for the same time.
      .orderBy("expires_at", "desc")
      .limit(LAST)
      .execute(),
  );
  const measured = rows.flatMap(
    ({ task, started_at: start, ended_at: end, milliseconds_found: length }) => {
      if (start === null || end === null || !length) return [];
      const { call, model = null } = JSON.parse(task) as ServerTask & { readonly model?: string };
      return [{ call, model, pace: (end - start) / length }];
    },
  );
  const kinds = Map.groupBy(measured, ({ call, model }) => `${call} ${model}`);
  return [...kinds.values()]
    .filter(({ length }) => length >= MIN)
    .map((jobs) => jobs.toSorted((a, b) => a.pace - b.pace)[jobs.length >> 1]!);
}
