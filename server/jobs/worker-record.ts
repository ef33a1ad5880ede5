import type { JobWorker } from "#core/api/contract/job-shapes.ts";
import type { Workers } from "../db/schema/jobs.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { LEASE } from "./table-queue.ts";

/** Milliseconds after its last sign of life for which a worker is listed. */
const LISTED_FOR = 600_000;

type WorkerFacts = Pick<Workers, "id" | "pool" | "slots" | "running" | "started_at">;
type RecordDeps = Pick<Deps, "db" | "clock">;
interface ReadDeps extends Pick<Deps, "clock"> {
  readonly db: Pick<Deps["db"], "read">;
}

/**
 * Records a sign of life of a worker.
 * @returns whether the operator has requested that it takes no more jobs
 */
export async function beatWorker({ db, clock }: RecordDeps, facts: WorkerFacts): Promise<boolean> {
  const { running } = facts;
  const seen_at = clock();
  const { draining } = await db.write((tx) =>
    tx
      .insertInto("workers")
      .values({ ...facts, draining: 0, seen_at })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ running, seen_at }))
      .returning("draining")
      .executeTakeFirstOrThrow(),
  );
  return draining === 1;
}

/** Removes a worker that has ended. */
export const removeWorker = ({ db }: Pick<Deps, "db">, id: string): Promise<unknown> =>
  db.write((tx) => tx.deleteFrom("workers").where("id", "=", id).execute());

/** Removes workers that are no longer listed. */
export const forgetWorkers = ({ db, clock }: RecordDeps): Promise<unknown> =>
  db.write((tx) =>
    tx
      .deleteFrom("workers")
      .where("seen_at", "<=", clock() - LISTED_FOR)
      .execute(),
  );

const workerOf = (row: Workers, now: number): JobWorker => ({
  id: row.id,
  pool: row.pool,
  state: now - row.seen_at > LEASE ? "silent" : row.draining === 1 ? "draining" : "working",
  slots: row.slots,
  running: row.running,
  started_at: Math.floor(row.started_at / 1000),
  seen_at: Math.floor(row.seen_at / 1000),
});

/** Workers that have shown a sign of life lately, the oldest first. */
export async function readWorkers({ db, clock }: ReadDeps): Promise<JobWorker[]> {
  const now = clock();
  const rows = await db.read((queries) =>
    queries
      .selectFrom("workers")
      .selectAll()
      .where("seen_at", ">", now - LISTED_FOR)
      .orderBy("id")
      .execute(),
  );
  return rows.map((row) => workerOf(row, now));
}

/**
 * Requests that a worker takes no more jobs. It learns that with its next sign of life.
 * @throws {ApiFailure} not_found
 */
export async function drainWorker({ db, clock }: RecordDeps, id: string): Promise<JobWorker> {
  const row = await db.write((tx) =>
    tx
      .updateTable("workers")
      .set({ draining: 1 })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst(),
  );
  if (!row) throw new ApiFailure("not_found");
  return workerOf(row, clock());
}
