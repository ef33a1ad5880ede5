import { SECONDS_A_REQUEST } from "#core/hosted/limits.ts";
import { takeSlots } from "../admission/slots.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { type JobName, countHostedWork, uncountHostedWork } from "../usage/hosted-work.ts";

/** Seconds until a retry if the model does not specify a time. */
const REST = 10;

/**
 * Rejects a call for a job that is closed or belongs to another user, before the body is read.
 * @throws {ApiFailure} not_found, usage_closed
 */
async function checkJob({ db }: Deps, { userId, usageId }: JobName): Promise<void> {
  const job = await db.read((queries) =>
    queries
      .selectFrom("usages")
      .select("state")
      .where("user_id", "=", userId)
      .where("id", "=", usageId)
      .executeTakeFirst(),
  );
  if (!job) throw new ApiFailure("not_found");
  if (job.state !== "reserved") throw new ApiFailure("usage_closed");
}

/**
 * Uncounts hosted work. If the job was deleted with its account in the meantime, there is nothing
 * to do.
 */
async function uncount(deps: Deps, job: JobName, milliseconds: number): Promise<void> {
  try {
    await deps.db.write((tx) => uncountHostedWork(tx, deps, job, milliseconds));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
}

/** A call of a hosted model for a job. */
export interface HostedWork<T> {
  readonly usageId: string;
  /** Seconds of hosted work to be counted; read from the request if the client sends them. */
  readonly seconds: number | (() => Promise<number>);
  /** Seconds that may be cut off the end if the job has not paid for all of them. */
  readonly margin?: number;
  /** Milliseconds in which the model has to respond. */
  readonly time: number;
  /** @param seconds the seconds paid for by the job */
  readonly requestModel: (signal: AbortSignal, seconds: number) => Promise<T>;
}

/**
 * Calls a hosted model for a job, up to the amount that the job has paid for. The call continues if
 * the client disconnects: a successful call counts, whether or not its response arrives, and a
 * failed one does not.
 * @throws {ApiFailure} not_found: no such job; usage_closed; invalid_request: more than the job
 *   pays for; too_many_tries, hosted_unusable, unavailable
 */
export async function useHostedModel<T>(
  { deps, user: { userId } }: UserContext,
  { usageId, seconds: taken, margin = 0, time, requestModel: ask }: HostedWork<T>,
): Promise<T> {
  const job = { userId, usageId };
  await checkJob(deps, job);
  const release = await takeSlots(deps, {
    work: "hosted",
    slotKeys: [["hostedAccount", userId]],
    retryAfter: 30,
  });
  try {
    const seconds = typeof taken === "number" ? taken : await taken();
    const work = {
      requested: Math.ceil(Math.max(SECONDS_A_REQUEST, seconds) * 1000),
      margin: margin * 1000,
    };
    const counted = await deps.db.write((tx) => countHostedWork(tx, job, work));
    try {
      return await ask(AbortSignal.timeout(time), counted / 1000);
    } catch (error) {
      await uncount(deps, job, counted);
      throw error;
    }
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    if (!(error instanceof HostedError) && !isTimeout(error)) throw error;
    deps.log("warn", "hosted_model_failed", describeError(error));
    if (error instanceof HostedError && error.isUnusable) throw new ApiFailure("hosted_unusable");
    const after = error instanceof HostedError ? error.retryAfter : null;
    throw new ApiFailure("unavailable", { retryAfter: after ?? REST });
  } finally {
    await release();
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "TimeoutError";
