import type { MayContinue } from "../background/run-steps.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { releaseHostedCall } from "./hosted-calls.ts";

/** Rows per statement. */
const AT_ONCE = 500;

type SweepDeps = Pick<Deps, "db" | "clock" | "ids">;

/**
 * Uncounts the calls of killed processes, and deletes the rows of calls whose jobs can no longer be
 * open.
 */
export async function sweepHostedCalls(deps: SweepDeps, mayContinue: MayContinue): Promise<void> {
  for (const state of ["running", "repeating"] as const)
    for (const call of await findDue(deps, state)) {
      if (!(await mayContinue())) return;
      try {
        await deps.db.write((tx) => releaseHostedCall(tx, deps, call, deps.clock()));
      } catch (error) {
        // The account was deleted, or its wallet is locked for long: the next round retries.
        if (!(error instanceof ApiFailure || error instanceof DatabaseUnavailable)) throw error;
      }
    }
  let more = true;
  while (more && (await mayContinue())) more = (await deleteDone(deps)) === AT_ONCE;
}

const findDue = async ({ db, clock }: SweepDeps, state: "running" | "repeating") =>
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
