import { sql } from "kysely";
import { CODE } from "../core/api/contract/shapes.ts";
import { IDLE, LONGEST } from "./sessions/sessions.ts";
import type { Deps } from "./deps/deps.ts";
import { STORED_FOR } from "./http/idempotency.ts";
import { ApiFailure } from "./http/api-failure.ts";
import { watchLedger } from "./ledger/watch-ledger.ts";
import { expireGrants } from "./ledger/expire.ts";
import { describeError } from "./deps/log.ts";
import { runPayments } from "./payments/run-due.ts";
import { forgetLooseAudio } from "./podcasts/audio.ts";
import { countOverdue, releaseOverdue } from "./usage/release-overdue.ts";

/** Milliseconds between two looks at the whole ledger. */
const AUDIT_EVERY = 86_400_000;
/** Milliseconds between two rounds. */
const EVERY = 60_000;
/** Rows of one kind in a round: the rest waits for the next. */
const AT_ONCE = 500;

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
    await tx.deleteFrom("slots").where("until", "<=", now).execute();
  });
}

async function release(deps: Deps): Promise<void> {
  try {
    const released = await releaseOverdue(deps);
    if (released > 0) deps.metrics.count("toolkit_jobs_released_total", {}, released);
  } finally {
    deps.metrics.set("toolkit_waiting", await countOverdue(deps), { queue: "jobs" });
  }
}

async function countMail({ db, clock, metrics }: Deps): Promise<void> {
  const { count } = await db.read((queries) =>
    queries
      .selectFrom("outbox")
      .select((fields) => fields.fn.countAll<number>().as("count"))
      .where("next_at", "<=", clock())
      .executeTakeFirstOrThrow(),
  );
  metrics.set("toolkit_waiting", Number(count), { queue: "mail" });
}

const purge = async ({ db }: Deps): Promise<void> => await db.purge?.();

const STEPS: Readonly<Record<string, (deps: Deps) => Promise<void>>> = {
  jobs: release,
  expiry: expireCredits,
  payments: runPayments,
  audio: forgetLooseAudio,
  old: forgetOld,
  files: purge,
  mail: countMail,
};

/** A round of everything that happens by itself. What fails keeps nothing else from being done. */
export async function sweep(deps: Deps): Promise<void> {
  for (const [step, work] of Object.entries(STEPS)) await attempt(deps, step, work);
}

const attempt = (deps: Deps, step: string, work: (deps: Deps) => Promise<void>): Promise<void> =>
  work(deps).catch((error: unknown) => {
    deps.metrics.count("toolkit_sweep_failures_total", { step });
    deps.log("error", "sweep_failed", { step, ...describeError(error) });
  });

/** Sweeps at once and then every minute. @returns ends it, when the round that runs is over */
export function startSweeping(deps: Deps): () => Promise<void> {
  let round: Promise<void> | null = null;
  let auditAt = -Infinity;
  const audit = async (): Promise<void> => {
    if (deps.clock() < auditAt) return;
    auditAt = deps.clock() + AUDIT_EVERY;
    await attempt(deps, "ledger", watchLedger);
  };
  const run = (): void => {
    round ??= sweep(deps)
      .then(audit)
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
