import { sql } from "kysely";
import type { Db } from "../db/db.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import type { JobQueue } from "../ports/job-queue.ts";

/** Milliseconds after the last sign of life at which the job of a dead worker is free. */
export const LEASE = 30_000;

/** An arbitrary lock id, the same in all processes. */
const LOCK = 7_412_310;

interface QueueDeps {
  readonly db: Db;
  readonly clock: () => number;
}

/** A queue that consists of nothing but the rows of `jobs`. */
export function createTableQueue({ db, clock }: QueueDeps): JobQueue {
  return {
    add: async () => {},
    remove: async () => {},
    take: (pool) =>
      db.write(async (tx) => {
        // Claims run one after another, so that each sees how many jobs of an account are running.
        if (db.engine === "postgres") await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
        const { rows } = await claimNext(db.engine, pool, clock()).execute(tx);
        return rows[0] ?? null;
      }),
    beat: async ({ userId, id, attempt }, { progress, stage }) => {
      const now = clock();
      const beaten = await db.write((tx) =>
        tx
          .updateTable("jobs")
          .set({
            lease_until: now + LEASE,
            progress: Math.round(1000 * progress),
            stage,
            changed_at: now,
          })
          .where("user_id", "=", userId)
          .where("id", "=", id)
          .where("attempt", "=", attempt)
          .where("state", "=", sql.lit("running"))
          .returning("id")
          .executeTakeFirst(),
      );
      return beaten !== undefined;
    },
  };
}

/** One statement, which is atomic on SQLite, where there is one writer. */
const claimNext = (engine: Db["engine"], pool: string, now: number) => sql<Jobs>`
  update jobs set state = 'running', attempt = attempt + 1, started_at = ${now},
    lease_until = ${now + LEASE}, progress = 0, stage = null, changed_at = ${now}
  where (user_id, id) = (
    select j.user_id, j.id from jobs j
    where j.state = 'queued' and j.pool = ${pool} and j.due_at <= ${now}
      and j.expires_at > ${now} and j.at_once > (
        select count(*) from jobs r where r.user_id = j.user_id and r.state = 'running'
      )
    order by j.turn_at, j.id limit 1
    ${engine === "postgres" ? sql`for update of j skip locked` : sql``}
  )
  returning *`;
