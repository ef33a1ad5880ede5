import { RESERVATION_LASTS } from "#core/credits/credits.ts";
import type { MayContinue } from "../background/run-steps.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { expireCall } from "./end-hosted-calls.ts";
import { type CallName, CALL_RUNS } from "./hosted-calls.ts";

/** Rows per statement. */
const AT_ONCE = 500;
/** Inputs and results per statement, which may have megabytes each. */
const CONTENTS_AT_ONCE = 50;
/** Number of skipped accounts after which the database itself is presumed to be the cause. */
const STUCK = 3;

type SweepDeps = Pick<Deps, "db" | "clock" | "ids">;

/**
 * Ends calls whose time is over, or whose process has died in their last run or after they were
 * canceled, deletes the rows of calls whose jobs can no longer be open, and erases inputs and
 * results that are left.
 */
export async function sweepHostedCalls(deps: SweepDeps, mayContinue: MayContinue): Promise<void> {
  const stuck = new Set<string>();
  for (const call of await findDue(deps)) {
    if (!(await mayContinue())) return;
    if (stuck.has(call.userId)) continue;
    try {
      await expire(deps, call);
    } catch (error) {
      // Another transaction holds the wallet's lock for long: continue with other accounts, and
      // retry in the next round.
      if (!(error instanceof DatabaseUnavailable) || stuck.size >= STUCK) throw error;
      stuck.add(call.userId);
    }
  }
  let more = true;
  while (more && (await mayContinue())) more = (await deleteDone(deps)) === AT_ONCE;
  more = true;
  while (more && (await mayContinue())) more = (await eraseLeft(deps)) === CONTENTS_AT_ONCE;
}

async function expire(deps: SweepDeps, call: CallName): Promise<void> {
  try {
    await deps.db.write((tx) => expireCall(tx, deps, call));
  } catch (error) {
    if (!(error instanceof ApiFailure && error.key === "not_signed_in")) throw error;
    // The account and its jobs were deleted.
    await deps.db.write((tx) =>
      tx
        .deleteFrom("hosted_calls")
        .where("user_id", "=", call.userId)
        .where("key", "=", call.key)
        .where("state", "<>", "done")
        .execute(),
    );
  }
}

const findDue = async ({ db, clock }: SweepDeps): Promise<CallName[]> => {
  const now = clock();
  const rows = await db.read((queries) =>
    queries
      .selectFrom("hosted_calls")
      .select(["user_id", "key"])
      .where("state", "in", ["running", "repeating"])
      .where((build) =>
        build.or([
          build("until", "<=", now),
          build.and([
            build("lease_until", "<=", now),
            build.or([build("canceled", "=", 1), build("run", ">=", CALL_RUNS)]),
          ]),
        ]),
      )
      .orderBy("until")
      .limit(AT_ONCE)
      .execute(),
  );
  return rows.map(({ user_id: userId, key }) => ({ userId, key }));
};

/**
 * Erases inputs and results that are older than any open job: those of jobs that were closed without
 * a lock, and of calls whose row a process of an earlier version has deleted.
 * @returns the number of erased contents
 */
const eraseLeft = async ({ db, clock }: SweepDeps): Promise<number> => {
  const since = clock() - RESERVATION_LASTS * 1000;
  const rows = await db.write((tx) =>
    tx
      .deleteFrom("hosted_contents")
      .where("created_at", "<=", since)
      .where((build) =>
        build(
          build.refTuple("user_id", "key", "role"),
          "in",
          build
            .selectFrom("hosted_contents")
            .select(["user_id", "key", "role"])
            .where("created_at", "<=", since)
            .orderBy("created_at")
            .limit(CONTENTS_AT_ONCE)
            .$asTuple("user_id", "key", "role"),
        ),
      )
      .returning("key")
      .execute(),
  );
  return rows.length;
};

async function deleteDone({ db, clock }: SweepDeps): Promise<number> {
  const now = clock();
  const rows = await db.write((tx) =>
    tx
      .deleteFrom("hosted_calls")
      .where("state", "=", "done")
      .where("until", "<=", now)
      .where((build) =>
        build(
          build.refTuple("user_id", "key"),
          "in",
          build
            .selectFrom("hosted_calls")
            .select(["user_id", "key"])
            .where("state", "=", "done")
            .where("until", "<=", now)
            .orderBy("until")
            .limit(AT_ONCE)
            .$asTuple("user_id", "key"),
        ),
      )
      .returning("key")
      .execute(),
  );
  return rows.length;
}
