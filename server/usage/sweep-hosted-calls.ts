import type { MayContinue } from "../background/run-steps.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type CallRun, releaseHostedCall } from "./hosted-calls.ts";

/** Rows per statement. */
const AT_ONCE = 500;
/** Number of skipped accounts after which the database itself is presumed to be the cause. */
const STUCK = 3;

type SweepDeps = Pick<Deps, "db" | "clock" | "ids">;

/**
 * Uncounts the calls of killed processes, and deletes the rows of calls whose jobs can no longer be
 * open.
 */
export async function sweepHostedCalls(deps: SweepDeps, mayContinue: MayContinue): Promise<void> {
  const stuck = new Set<string>();
  for (const state of ["running", "repeating"] as const)
    for (const call of await findDue(deps, state)) {
      if (!(await mayContinue())) return;
      if (stuck.has(call.userId)) continue;
      try {
        await releaseDue(deps, call);
      } catch (error) {
        // Another transaction holds the wallet's lock for long: continue with other accounts, and
        // retry in the next round.
        if (!(error instanceof DatabaseUnavailable) || stuck.size >= STUCK) throw error;
        stuck.add(call.userId);
      }
    }
  let more = true;
  while (more && (await mayContinue())) more = (await deleteDone(deps)) === AT_ONCE;
}

type DueCall = Pick<CallRun, "userId" | "key" | "run">;

async function releaseDue(deps: SweepDeps, call: DueCall): Promise<void> {
  try {
    await deps.db.write((tx) => releaseHostedCall(tx, deps, call, deps.clock()));
  } catch (error) {
    if (!(error instanceof ApiFailure && error.key === "not_signed_in")) throw error;
    // The account and its jobs were deleted.
    await deps.db.write((tx) =>
      tx
        .deleteFrom("hosted_calls")
        .where("user_id", "=", call.userId)
        .where("key", "=", call.key)
        .where("run", "=", call.run)
        .execute(),
    );
  }
}

const findDue = async (
  { db, clock }: SweepDeps,
  state: "running" | "repeating",
): Promise<DueCall[]> =>
  (
    await db.read((queries) =>
      queries
        .selectFrom("hosted_calls")
        .select(["user_id", "key", "run"])
        .where("state", "=", state)
        .where("until", "<=", clock())
        .orderBy("until")
        .limit(AT_ONCE)
        .execute(),
    )
  ).map(({ user_id: userId, key, run }) => ({ userId, key, run }));

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
