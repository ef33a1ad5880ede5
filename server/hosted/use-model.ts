import { createHash } from "node:crypto";
import { SECONDS_A_REQUEST } from "#core/hosted/limits.ts";
import { takeSlots } from "../admission/slots.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { optionalKeyOf } from "../http/idempotency.ts";
import type { UserContext } from "../http/request-context.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { schedule } from "../ports/clock.ts";
import {
  type CallName,
  type CallRun,
  beginHostedCall,
  CALL_BEAT,
  extendHostedCall,
  releaseHostedCall,
  settleHostedCall,
} from "../usage/hosted-calls.ts";
import type { JobName } from "../usage/hosted-work.ts";

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

/** Digest of the parts of a request. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(createHash("sha256").update(part).digest());
  return hash.digest("base64url");
}

/** Ends a failed call. If its job was deleted with its account, there is nothing to do. */
async function release(deps: Deps, call: CallRun): Promise<void> {
  try {
    await deps.db.write((tx) => releaseHostedCall(tx, deps, call));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
}

/** Extends the lease of a call until it is stopped. @returns stops it */
function keepAlive(deps: Deps, call: CallRun): () => void {
  const beat = (): void => {
    cancel = schedule(beat, CALL_BEAT);
    // The next extension comes before the lease ends.
    deps.db.write((tx) => extendHostedCall(tx, deps, call)).catch(() => {});
  };
  let cancel = schedule(beat, CALL_BEAT);
  return () => cancel();
}

/** Counts a call, asks the model, and settles or releases the count. */
async function runCall<T>(
  deps: Deps,
  name: CallName,
  {
    work,
    time,
    ask,
  }: {
    readonly work: { readonly requested: number; readonly margin: number };
    readonly time: number;
    readonly ask: HostedWork<T>["requestModel"];
  },
): Promise<T> {
  const call = await deps.db.write((tx) => beginHostedCall(tx, deps, name, work));
  const stop = keepAlive(deps, call);
  let answer: T;
  try {
    answer = await ask(AbortSignal.timeout(time), call.milliseconds / 1000);
  } catch (error) {
    await release(deps, call);
    throw error;
  } finally {
    stop();
  }
  await deps.db.write((tx) => settleHostedCall(tx, deps, call));
  return answer;
}

/** A call of a hosted model for a job. */
export interface HostedWork<T> {
  readonly usageId: string;
  /** Seconds of hosted work to be counted; read from the request if the client sends them. */
  readonly seconds: number | (() => Promise<number>);
  /** Digest of the request, once its seconds are known. */
  readonly digest: () => string;
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
 * failed one does not. A request that is repeated under its idempotency key counts once.
 * @throws {ApiFailure} not_found: no such job; usage_closed; invalid_request: more than the job
 *   pays for; too_many_tries, hosted_unusable, unavailable; key_missing: an invalid key; key_reused,
 *   key_in_flight
 */
export async function useHostedModel<T>(
  { deps, request, user: { userId } }: UserContext,
  {
    usageId,
    seconds: taken,
    digest: digestRequest,
    margin = 0,
    time,
    requestModel: ask,
  }: HostedWork<T>,
): Promise<T> {
  const job = { userId, usageId };
  const key = optionalKeyOf(request);
  await checkJob(deps, job);
  const leave = await takeSlots(deps, {
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
    const digest = digestRequest();
    const run = (): Promise<T> =>
      runCall(deps, { ...job, key: key ?? deps.ids(), digest }, { work, time, ask });
    if (key === null) return await run();
    return await deps.hostedAnswers.once({ userId, key, digest }, run);
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    if (!(error instanceof HostedError) && !isTimeout(error)) throw error;
    deps.log("warn", "hosted_model_failed", describeError(error));
    if (error instanceof HostedError && error.isUnusable) throw new ApiFailure("hosted_unusable");
    const after = error instanceof HostedError ? error.retryAfter : null;
    throw new ApiFailure("unavailable", { retryAfter: after ?? REST });
  } finally {
    await leave();
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "TimeoutError";
