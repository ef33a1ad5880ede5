import { sql } from "kysely";
import { CODE } from "../core/api/contract/shapes.ts";
import { RESERVATION_LASTS } from "../core/credits/credits.ts";
import { IDLE, LONGEST } from "./sessions/sessions.ts";
import type { Deps } from "./deps/deps.ts";
import { STORED_FOR } from "./http/idempotency.ts";
import { ApiFailure } from "./http/api-failure.ts";
import { expireGrants } from "./ledger/expire.ts";
import { describeError } from "./deps/log.ts";
import { runPayments } from "./payments/run-due.ts";
import { forgetLooseAudio } from "./podcasts/audio.ts";
import { releaseJob } from "./usage/job.ts";

/** Milliseconds between two rounds. */
const EVERY = 60_000;
/** Rows of one kind in a round: the rest waits for the next. */
const AT_ONCE = 500;

/** Releases jobs that nobody has settled in time (USR-10). @returns how many */
export async function releaseOrphans(deps: Deps): Promise<number> {
  const before = deps.clock() - RESERVATION_LASTS * 1000;
  const orphans = await deps.db.read((queries) =>
    queries
      .selectFrom("usages")
      .select(["user_id", "id"])
      .where("state", "=", sql.lit("reserved"))
      .where("created_at", "<=", before)
      .orderBy("created_at")
      .limit(AT_ONCE)
      .execute(),
  );
  let released = 0;
  for (const { user_id: userId, id: usageId } of orphans) {
    const isOurs = await deps.db
      .write((tx) => releaseJob(tx, deps, { userId, usageId }))
      .catch(ignoreGone);
    if (isOurs) released++;
  }
  return released;
}

/** Writes off credits whose time is over. */
export async function expireCredits(deps: Deps): Promise<void> {
  const users = await deps.db.read((queries) =>
    queries
      .selectFrom("grants")
      .select("user_id")
      .distinct()
      .where("remaining", ">", sql.lit(0))
      .where("expires_at", "<=", deps.clock())
      .limit(AT_ONCE)
      .execute(),
  );
  for (const { user_id: userId } of users)
    await deps.db.write((tx) => expireGrants(tx, deps, userId)).catch(ignoreGone);
}

/** The account was deleted meanwhile, and its credits with it. */
function ignoreGone(error: unknown): false {
  if (error instanceof ApiFailure) return false;
  throw error;
}

/** Forgets what has no use any more. */
export async function forgetOld({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock();
  await db.write(async (tx) => {
    await tx.deleteFrom("limits").where("ends_at", "<=", now).execute();
    const codesUntil = now - CODE.resendAfter * 1000;
    await tx.deleteFrom("codes").where("expires_at", "<=", codesUntil).execute();
    await tx
      .deleteFrom("tokens")
      .where("used_at", "<=", now - IDLE)
      .execute();
    await tx
      .deleteFrom("tokens")
      .where("created_at", "<=", now - LONGEST)
      .execute();
    await tx
      .deleteFrom("idempotency")
      .where("created_at", "<=", now - STORED_FOR)
      .execute();
    await tx.deleteFrom("download_tickets").where("expires_at", "<=", now).execute();
    await tx.deleteFrom("download_slots").where("until", "<=", now).execute();
  });
}

/** A round of everything that happens by itself. */
export async function sweep(deps: Deps): Promise<void> {
  const released = await releaseOrphans(deps);
  if (released > 0) deps.metrics.count("toolkit_jobs_released_total", {}, released);
  await expireCredits(deps);
  await runPayments(deps);
  await forgetLooseAudio(deps);
  await forgetOld(deps);
}

/** Sweeps at once and then every minute. @returns ends it, when the round that runs is over */
export function startSweeping(deps: Deps): () => Promise<void> {
  let round: Promise<void> | null = null;
  const run = (): void => {
    round ??= sweep(deps)
      .catch((error: unknown) => deps.log("error", "sweep_failed", describeError(error)))
      .finally(() => (round = null));
  };
  run();
  const timer = setInterval(run, EVERY);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
