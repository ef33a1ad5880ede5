import { INPUT_FREE_FOR } from "../../core/credits/credits.ts";
import { HOSTED_TAKEN_FROM } from "../../core/hosted/transcript.ts";
import { takeSlots } from "../admission/slots.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { settleJob } from "../usage/job.ts";

/** Seconds after which a model that does not say when may be asked again. */
const REST = 10;
/** Times that a job's length may be used of an input that costs nothing again for a day. */
const OF_INPUT = 12;
const millisecondsOf = (seconds: number): number => Math.round(seconds * 1000);

interface Job {
  readonly userId: string;
  readonly usageId: string;
}
interface Usage {
  readonly tool: string;
  readonly input: string | null;
  /** Seconds. */
  readonly length: number;
}

/** A job of this user, whose credits are held or taken. @throws {ApiFailure} not_found, usage_closed */
async function findUsage({ db }: Deps, { userId, usageId }: Job): Promise<Usage> {
  const usage = await db.read((queries) =>
    queries
      .selectFrom("usages")
      .select(["state", "milliseconds", "tool", "input_hash"])
      .where("user_id", "=", userId)
      .where("id", "=", usageId)
      .executeTakeFirst(),
  );
  if (!usage) throw new ApiFailure("not_found");
  if (usage.state === "refunded") throw new ApiFailure("usage_closed");
  return { tool: usage.tool, input: usage.input_hash, length: usage.milliseconds / 1000 };
}

/**
 * Whoever has paid for an input may run it again for nothing, but not have it worked on by hosted models
 * any number of times. @throws {ApiFailure} too_many_tries
 */
async function checkInput(deps: Deps, userId: string, { tool, input, length }: Usage) {
  if (input === null) return;
  const spent = await deps.db.read((queries) =>
    queries
      .selectFrom("usages")
      .select(({ fn }) => fn.sum<number | string | null>("hosted_milliseconds").as("sum"))
      .where("user_id", "=", userId)
      .where("input_hash", "=", input)
      .where("tool", "=", tool)
      .where("created_at", ">", deps.clock() - INPUT_FREE_FOR * 1000)
      .executeTakeFirst(),
  );
  if (Number(spent?.sum ?? 0) > millisecondsOf(OF_INPUT * (length + 60)))
    throw new ApiFailure("too_many_tries", { retryAfter: 3600 });
}

/**
 * Counts seconds of a job, of all that it has left in all processes.
 * @param allowed of the job, in seconds
 * @returns seconds with these. @throws {ApiFailure} invalid_request: it has no such many left
 */
async function spend(
  { db }: Deps,
  { userId, usageId }: Job,
  { seconds, allowed }: { readonly seconds: number; readonly allowed: number },
): Promise<number> {
  const own = millisecondsOf(seconds);
  const spent = await db.write((tx) =>
    tx
      .updateTable("usages")
      .set((fields) => ({ hosted_milliseconds: fields("hosted_milliseconds", "+", own) }))
      .where("user_id", "=", userId)
      .where("id", "=", usageId)
      .where("state", "!=", "refunded")
      .where(({ eb }) => eb(eb("hosted_milliseconds", "+", own), "<=", millisecondsOf(allowed)))
      .returning("hosted_milliseconds")
      .executeTakeFirst(),
  );
  if (!spent) throw new ApiFailure("invalid_request");
  return spent.hosted_milliseconds / 1000;
}

/** What failed does not count. */
const giveBack = ({ db }: Deps, { userId, usageId }: Job, seconds: number): Promise<unknown> =>
  db.write((tx) =>
    tx
      .updateTable("usages")
      .set((fields) => ({
        hosted_milliseconds: fields("hosted_milliseconds", "-", millisecondsOf(seconds)),
      }))
      .where("user_id", "=", userId)
      .where("id", "=", usageId)
      .execute(),
  );

/** What a hosted model does for a job. */
export interface HostedWork<T> {
  readonly usageId: string;
  /** Seconds of the job's length that it takes; read from the request where they come with it. */
  readonly seconds: number | (() => Promise<number>);
  /** Seconds that a job of a length may have of it in all. */
  readonly allowed: (length: number) => number;
  /** Milliseconds in which the model has to answer. */
  readonly time: number;
  readonly ask: (signal: AbortSignal) => Promise<T>;
}

/** A job's length three times, as lines are fitted and worked on again, and a minute for short ones. */
export const allowedForTexts = (length: number): number => 3 * length + 60;

/**
 * Has a hosted model work for a job that pays: once half of its length is used, its credits are taken; what
 * fails does not count.
 * @throws {ApiFailure} not_found: no such job; usage_closed; invalid_request: more than it pays for;
 *   too_many_tries, hosted_unusable, unavailable
 */
export async function useHostedModel<T>(
  { deps, request, user: { userId } }: UserContext,
  { usageId, seconds: taken, allowed, time, ask }: HostedWork<T>,
): Promise<T> {
  const job = { userId, usageId };
  const usage = await findUsage(deps, job);
  await checkInput(deps, userId, usage);
  const release = await takeSlots(deps, {
    work: "hosted",
    wanted: [["hostedAccount", userId]],
    retryAfter: 30,
  });
  try {
    const seconds = typeof taken === "number" ? taken : await taken();
    const spent = await spend(deps, job, { seconds, allowed: allowed(usage.length) });
    try {
      const answer = await ask(AbortSignal.any([request.signal, AbortSignal.timeout(time)]));
      if (spent >= HOSTED_TAKEN_FROM * usage.length)
        await deps.db.write((tx) => settleJob(tx, deps, job));
      return answer;
    } catch (error) {
      await giveBack(deps, job, seconds);
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
