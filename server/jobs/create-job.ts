import { sql } from "kysely";
import type { ServerTask } from "#core/jobs/server-task.ts";
import type { Jobs } from "../db/schema/jobs.ts";
import type { Tx } from "../db/schema/tables.ts";
import { reserveJob } from "../usage/job.ts";
import type { JobDeps } from "./job-deps.ts";
import { expiryOf } from "./job-expiry.ts";
import { holdFiles } from "./job-files.ts";

/** Milliseconds between the turns of an account's jobs that wait at the same time. */
const SPACING = 60_000;
/**
 * Milliseconds by which the jobs of accounts with a plan go ahead of others. A job without this
 * head start precedes all that are created later than this after it, so that it never starves.
 */
const HEAD_START = 600_000;
export interface NewServerJob {
  readonly userId: string;
  readonly tool: string;
  readonly task: ServerTask;
  readonly upload: string;
  readonly pool: string;
  /** Length of the input that is paid for. */
  readonly seconds: number;
  /** Credits. */
  readonly cost: number;
  /** Idempotency key of the request. */
  readonly creationKey?: string;
}

async function hasPlan(tx: Tx, userId: string, now: number): Promise<boolean> {
  const plan = await tx
    .selectFrom("subscriptions")
    .select("id")
    .where("user_id", "=", userId)
    .where("period_end", ">", now)
    .where("ended_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return plan !== undefined;
}

/**
 * The position of a new job, by start-time fair queuing: the jobs of an account are spaced out, so
 * that those of another account go between them.
 */
async function nextTurn(tx: Tx, userId: string, earliest: number): Promise<number> {
  const { last } = await tx
    .selectFrom("jobs")
    .select(({ fn }) => fn.max<number | null>("turn_at").as("last"))
    .where("user_id", "=", userId)
    .where("state", "=", sql.lit("queued"))
    .executeTakeFirstOrThrow();
  return last === null ? earliest : Math.max(earliest, last + SPACING);
}

/**
 * Creates a job, holds its credits, and queues it. Nothing that a client can choose makes it
 * cheaper: payments for the same input do not count, because only a worker knows the input.
 * @throws {ApiFailure} not_enough_credits, jobs_open, not_signed_in
 */
export async function createJob(tx: Tx, deps: JobDeps, job: NewServerJob): Promise<Jobs> {
  const { userId, tool, task, upload, pool, seconds, cost, creationKey } = job;
  const { jobRules: rules } = deps;
  const now = deps.clock();
  const { expiresAt, heldUntil, filesUntil } = expiryOf(deps);
  const { usageId } = await reserveJob(tx, deps, {
    userId,
    tool,
    seconds,
    cost,
    inputHash: null,
    heldUntil,
  });
  const isPaying = await hasPlan(tx, userId, now);
  const row: Jobs = {
    user_id: userId,
    id: deps.ids(),
    usage_id: usageId,
    tool,
    task: JSON.stringify(task),
    upload,
    state: "queued",
    pool,
    turn_at: await nextTurn(tx, userId, isPaying ? now - HEAD_START : now),
    at_once: isPaying ? rules.atOnce.plan : rules.atOnce.free,
    due_at: now,
    attempt: 0,
    failures: 0,
    lease_until: 0,
    progress: 0,
    stage: null,
    fault: null,
    result: null,
    milliseconds_paid: Math.round(seconds * 1000),
    milliseconds_found: null,
    created_at: now,
    started_at: null,
    ended_at: null,
    expires_at: expiresAt,
    changed_at: now,
    traceparent: deps.tracer.traceparent(),
    attempt_traceparent: null,
    creation_key: creationKey ?? null,
  };
  await tx.insertInto("jobs").values(row).execute();
  await holdFiles(tx, row, filesUntil);
  await deps.jobQueue.add(tx, row);
  return row;
}
