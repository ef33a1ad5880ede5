import { sql } from "kysely";
import type { MayContinue } from "../background/run-steps.ts";
import { DatabaseUnavailable } from "../db/db.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { expireGrants } from "./expire.ts";

/** Grants per query. */
const AT_ONCE = 500;
/** Number of skipped accounts after which the database itself is presumed to be the cause. */
const STUCK = 3;

type ExpiryDeps = Pick<Deps, "db" | "clock" | "ids">;

export async function expireCredits(deps: ExpiryDeps, mayContinue: MayContinue): Promise<void> {
  const passedOver = new Set<string>();
  let stuck = 0;
  do {
    const users = await findUsers(deps, passedOver);
    if (users.length === 0) return;
    for (const userId of users) {
      try {
        await deps.db.write((tx) => expireGrants(tx, deps, userId));
      } catch (error) {
        passedOver.add(userId);
        // The account and its credits were deleted in the meantime.
        if (error instanceof ApiFailure) continue;
        // Another transaction holds the wallet's lock for long: continue with other accounts.
        if (!(error instanceof DatabaseUnavailable) || stuck++ >= STUCK) throw error;
      }
      if (!(await mayContinue())) return;
    }
  } while (await mayContinue());
}

/** Accounts with expired credits, in order of expiry. */
async function findUsers(
  { db, clock }: ExpiryDeps,
  passedOver: ReadonlySet<string>,
): Promise<readonly string[]> {
  const grants = await db.read((queries) =>
    queries
      .selectFrom("grants")
      .select("user_id")
      .where("remaining", ">", sql.lit(0))
      .where("expires_at", "<=", clock())
      .where("user_id", "not in", ["", ...passedOver])
      .orderBy("expires_at")
      .limit(AT_ONCE)
      .execute(),
  );
  return [...new Set(grants.map(({ user_id: userId }) => userId))];
}
