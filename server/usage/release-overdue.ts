import { sql } from "kysely";
import { RESERVATION_LASTS } from "../../core/credits/credits.ts";
import type { Tx } from "../db/schema/tables.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { releaseJob } from "./job.ts";

/** Free jobs that are closed by one statement. */
const FREE_AT_ONCE = 1000;
/** Accounts whose turn it is, and jobs of an account in its turn. */
const ACCOUNTS_AT_ONCE = 500;
const JOBS_A_TURN = 20;
/** Accounts that are passed over before the database itself is taken to be the reason. */
const STUCK = 3;
/** Turns of an account in a round; the next round goes on. */
const TURNS = 50;

type SweepDeps = Pick<Deps, "db" | "clock" | "ids">;

const overdueAt = ({ clock }: Pick<Deps, "clock">): number => clock() - RESERVATION_LASTS * 1000;

/**
 * Releases jobs that nobody has settled in time (USR-10). Those that hold credits come first, a few of
 * each account in turn: whoever has left thousands of them keeps nobody else waiting.
 * @returns how many this process has released
 */
export async function releaseOverdue(deps: SweepDeps): Promise<number> {
  let released = 0;
  const stuck = new Set<string>();
  for (let turn = 0; turn < TURNS; turn++) {
    const accounts = (await findAccounts(deps)).filter((userId) => !stuck.has(userId));
    if (accounts.length === 0) break;
    for (const userId of accounts)
      try {
        released += await releaseSome(deps, userId);
      } catch (error) {
        // Somebody holds the wallet for long: others do not wait for that, the next round may.
        if (!(error instanceof DatabaseUnavailable) || stuck.size >= STUCK) throw error;
        stuck.add(userId);
      }
  }
  return released + (await closeFree(deps));
}

/** Jobs that are overdue: a number that stays high means that rounds do not keep up. */
export async function countOverdue(deps: Pick<Deps, "db" | "clock">): Promise<number> {
  const { count } = await deps.db.read((queries) =>
    queries
      .selectFrom("usages")
      .select((fields) => fields.fn.countAll<number>().as("count"))
      .where("state", "=", sql.lit("reserved"))
      .where("created_at", "<=", overdueAt(deps))
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

/** Those that have waited for longest, in an order of this process's own: others take others first. */
async function findAccounts(deps: SweepDeps): Promise<string[]> {
  const rows = await deps.db.read((queries) =>
    queries
      .selectFrom("usages")
      .select(["user_id", ({ fn }) => fn.min("created_at").as("since")])
      .where("state", "=", sql.lit("reserved"))
      .where("created_at", "<=", overdueAt(deps))
      .where("cost", ">", 0)
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
      .where("cost", ">", 0)
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
    // The account was deleted meanwhile, and its credits with it.
    if (error instanceof ApiFailure) return 0;
    throw error;
  }
}

/** Nothing is held for them, and so nothing is to be given back. */
async function closeFree(deps: SweepDeps): Promise<number> {
  let closed = 0;
  for (;;) {
    const { rows } = await deps.db.write((tx) =>
      sql<{ id: string }>`update usages set state = 'refunded', closed_at = ${deps.clock()}
        where state = 'reserved' and cost = 0 and (user_id, id) in (
          select user_id, id from usages
          where state = 'reserved' and cost = 0 and created_at <= ${overdueAt(deps)}
          limit ${FREE_AT_ONCE}
        ) returning id`.execute(tx),
    );
    closed += rows.length;
    if (rows.length < FREE_AT_ONCE) return closed;
  }
}
