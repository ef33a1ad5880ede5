import { sql } from "kysely";
import type { MayContinue } from "../background/run-steps.ts";
import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import type { Tx } from "../db/schema/tables.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { releaseJob } from "./job.ts";

/** Free jobs closed per statement. */
const FREE_AT_ONCE = 250;
/** Accounts per round, and jobs of an account in its turn. */
const ACCOUNTS_AT_ONCE = 500;
const JOBS_A_TURN = 20;
/** Number of skipped accounts after which the database itself is presumed to be the cause. */
const STUCK = 3;
/** Number of the oldest jobs among which accounts are looked up for a turn. */
const LOOKED_THROUGH = 10_000;
/** Maximum number of overdue jobs that are counted. */
const MAX_COUNTED = 100_000;

type SweepDeps = Pick<Deps, "db" | "clock" | "ids">;

/**
 * Jobs that are closed under the wallet's lock: those that hold credits, and those with calls of
 * hosted models, which may be free where an earlier job has paid.
 */
const needsLock = sql<boolean>`(cost > 0 or hosted_milliseconds > 0)`;

const overdueAt = ({ clock }: Pick<Deps, "clock">): number => clock() - RESERVATION_LASTS * 1000;

/**
 * Releases jobs that were not settled in time (USR-10). Jobs that hold credits or have calls of
 * hosted models come first, a few of each account in turn, so that an account with thousands of
 * them does not delay others.
 * @returns the number of jobs released by this process
 */
export async function releaseOverdue(
  deps: SweepDeps,
  mayContinue: MayContinue = async () => true,
): Promise<number> {
  let released = 0;
  let before: number;
  const stuck = new Set<string>();
  do {
    before = released;
    const accounts = (await findAccounts(deps)).filter((userId) => !stuck.has(userId));
    for (const userId of accounts) {
      try {
        released += await releaseSome(deps, userId);
      } catch (error) {
        // Another transaction holds the wallet's lock for long: continue with other accounts, and
        // retry in the next round.
        if (!(error instanceof DatabaseUnavailable) || stuck.size >= STUCK) throw error;
        stuck.add(userId);
      }
      if (!(await mayContinue())) break;
    }
    // Waits for the next turn; some free jobs are closed even if no time is left.
    await mayContinue();
    released += await closeFree(deps);
  } while (released > before && (await mayContinue()));
  return released;
}

/**
 * Publishes the number of overdue jobs, up to the maximum that can be counted quickly: a number
 * that stays high means that rounds cannot keep up.
 */
export async function showOverdue(deps: Pick<Deps, "db" | "clock" | "metrics">): Promise<void> {
  const { count } = await deps.db.read((queries) =>
    queries
      .selectFrom((from) =>
        from
          .selectFrom("usages")
          .select("id")
          .where("state", "=", sql.lit("reserved"))
          .where("created_at", "<=", overdueAt(deps))
          .where("held_until", "<=", deps.clock())
          .limit(MAX_COUNTED)
          .as("overdue"),
      )
      .select((fields) => fields.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  );
  deps.metrics.set("toolkit_waiting", Number(count), { queue: "jobs" });
}

/**
 * Accounts with the oldest jobs, in an order specific to this process, so that processes rarely
 * take the same ones.
 */
async function findAccounts(deps: SweepDeps): Promise<string[]> {
  const rows = await deps.db.read((queries) =>
    queries
      .selectFrom((from) =>
        from
          .selectFrom("usages")
          .select(["user_id", "created_at", "cost", "hosted_milliseconds"])
          .where("state", "=", sql.lit("reserved"))
          .where("created_at", "<=", overdueAt(deps))
          .where("held_until", "<=", deps.clock())
          .orderBy("created_at")
          .limit(LOOKED_THROUGH)
          .as("overdue"),
      )
      .select(["user_id", ({ fn }) => fn.min("created_at").as("since")])
      .where(needsLock)
      .groupBy("user_id")
      .orderBy("since")
      .limit(ACCOUNTS_AT_ONCE)
      .execute(),
  );
  return rows
    .map(({ user_id: userId }) => ({ userId, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ userId }) => userId);
}

async function releaseSome(deps: SweepDeps, userId: string): Promise<number> {
  const work = async (tx: Tx): Promise<number> => {
    const jobs = await tx
      .selectFrom("usages")
      .select("id")
      .where("user_id", "=", userId)
      .where("state", "=", sql.lit("reserved"))
      .where("created_at", "<=", overdueAt(deps))
      .where("held_until", "<=", deps.clock())
      .where(needsLock)
      .orderBy("created_at")
      .limit(JOBS_A_TURN)
      .execute();
    let released = 0;
    for (const { id: usageId } of jobs)
      if (await releaseJob(tx, deps, { userId, usageId })) released++;
    return released;
  };
  try {
    return await deps.db.write(work);
  } catch (error) {
    // The account and its credits were deleted in the meantime.
    if (error instanceof ApiFailure) return 0;
    throw error;
  }
}

/**
 * Closes free jobs, which hold no credits that would have to be released, and have no calls that
 * would have to be stopped. @returns the number of closed jobs
 */
async function closeFree(deps: SweepDeps): Promise<number> {
  const { rows } = await deps.db.write((tx) =>
    sql<{ id: string }>`update usages set state = 'refunded', closed_at = ${deps.clock()}
      where state = 'reserved' and not ${needsLock} and (user_id, id) in (
        select user_id, id from usages
        where state = 'reserved' and not ${needsLock} and created_at <= ${overdueAt(deps)}
          and held_until <= ${deps.clock()}
        order by created_at limit ${sql.lit(FREE_AT_ONCE)}
      ) returning id`.execute(tx),
  );
  return rows.length;
}
