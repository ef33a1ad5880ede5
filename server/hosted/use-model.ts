import { createHash, createHmac } from "node:crypto";
import { SECONDS_A_REQUEST } from "#core/hosted/limits.ts";
import { takeSlots } from "../admission/slots.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { optionalKeyOf } from "../http/idempotency.ts";
import type { UserContext } from "../http/request-context.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { checkHostedCall } from "../usage/hosted-calls.ts";
import type { JobName } from "../usage/hosted-work.ts";
import { runCall } from "./run-call.ts";

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
 * Keyed digest of the parts of a request: the stored value does not let anybody who reads the
 * database confirm what a short text says.
 */
export function digestOf(
  { settings }: Pick<Deps, "settings">,
  ...parts: readonly (string | Uint8Array)[]
): string {
  const hmac = createHmac("sha256", settings.secret).update("hosted call");
  for (const part of parts) hmac.update(createHash("sha256").update(part).digest());
  return hmac.digest("base64url");
}

/** @throws {ApiFailure} as `takeSlots` does */
const takeSlotOf = (deps: Deps, kind: "hostedAccount" | "hostedRepeat", userId: string) =>
  takeSlots(deps, { work: "hosted", slotKeys: [[kind, userId]], retryAfter: 30 });

/** A call of a hosted model for a job. */
export interface HostedWork<T> {
  readonly usageId: string;
  /** Seconds of hosted work to be counted; read from the request if the client sends them. */
  readonly seconds: number | (() => Promise<number>);
  /** Digest of a request with a key, once its seconds are known. */
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
  const isRepeated = key !== null && deps.hostedAnswers.has({ userId, key });
  if (key !== null && !isRepeated)
    await deps.db.read((queries) => checkHostedCall(queries, deps, { ...job, key }));
  // A call that runs here has a slot, which its repetition does not need a second time.
  const leave = await takeSlotOf(deps, isRepeated ? "hostedRepeat" : "hostedAccount", userId);
  try {
    const seconds = typeof taken === "number" ? taken : await taken();
    const work = {
      requested: Math.ceil(Math.max(SECONDS_A_REQUEST, seconds) * 1000),
      margin: margin * 1000,
    };
    if (key === null)
      return await runCall(deps, { ...job, key: deps.ids(), digest: "" }, { work, time, ask });
    const digest = digestRequest();
    return await deps.hostedAnswers.once({ userId, key, digest }, async () => {
      // The call that this request repeats has failed since.
      const leaveOwn = isRepeated ? await takeSlotOf(deps, "hostedAccount", userId) : null;
      try {
        return await runCall(deps, { ...job, key, digest }, { work, time, ask });
      } finally {
        await leaveOwn?.();
      }
    });
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
