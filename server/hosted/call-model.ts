import { createHash, createHmac } from "node:crypto";
import { type PendingCall, HOSTED_WAIT } from "#core/api/contract/pending-call.ts";
import { SECONDS_A_REQUEST } from "#core/hosted/limits.ts";
import type { HostedCallKind, HostedCalls, HostedFault } from "../db/schema/credits.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { requireKey } from "../http/idempotency.ts";
import type { UserContext } from "../http/request-context.ts";
import { cancelCall } from "../usage/end-hosted-calls.ts";
import { type CallName, findCall, openHostedCall } from "../usage/hosted-calls.ts";
import type { JobName } from "../usage/hosted-work.ts";
import { type StoredContent, openContent, sealContent } from "./contents.ts";

/** Seconds until a client without `Prefer` may repeat its request. */
const REPEAT = 2;

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

/** What a request wants a hosted model to do. */
export interface HostedRequest {
  /** Seconds of hosted work to be counted. */
  readonly seconds: number;
  /** Seconds that may be cut off the end if the job has not paid for all of them. */
  readonly margin?: number;
  readonly digest: string;
  /** As `inputOf` creates it. */
  readonly input: Uint8Array;
}

/** The job that pays for a call, and what kind of call it is. */
interface PayingJob {
  readonly usageId: string;
  readonly kind: HostedCallKind;
}

export type HostedAnswer =
  | { readonly kind: HostedCallKind; readonly result: StoredContent }
  | { readonly pending: PendingCall };

/**
 * Creates a call of a hosted model for a job, up to the amount that the job has paid for, and waits
 * for a while. The call continues if the client disconnects: a successful call counts, whether or
 * not its result is fetched, and a failed one does not. A request that is repeated under its
 * idempotency key continues with the same call.
 * @param read reads the request's body, once the job and the key are known to be valid
 * @throws {ApiFailure} not_found: no such job; usage_closed; invalid_request: more than the job
 *   pays for; too_many_tries, hosted_unusable, unavailable; key_missing, key_reused, key_in_flight
 */
export async function callModel(
  context: UserContext,
  job: PayingJob,
  read: () => Promise<HostedRequest>,
): Promise<HostedAnswer> {
  // In a function of its own, whose input is not kept in memory while the request waits.
  return await waitForAnswer(context, await createCall(context, job, read));
}

async function createCall(
  { deps, request, user: { userId } }: UserContext,
  { usageId, kind }: PayingJob,
  read: () => Promise<HostedRequest>,
): Promise<string> {
  const key = requireKey(request);
  await checkJob(deps, { userId, usageId });
  const { seconds, margin = 0, digest, input } = await read();
  const work = {
    requested: Math.ceil(Math.max(SECONDS_A_REQUEST, seconds) * 1000),
    margin: margin * 1000,
  };
  const name = { user_id: userId, key, usage_id: usageId, role: "input" } as const;
  const call = {
    userId,
    usageId,
    key,
    kind,
    digest,
    input: sealContent(deps, name, input),
    traceparent: deps.tracer.traceparent(),
  };
  await deps.db.write((tx) => openHostedCall(tx, deps, call, work));
  return key;
}

/** Whether and for how long a client prefers to wait (RFC 7240). */
function preferenceOf({ headers }: Request): { isAsync: boolean; milliseconds: number } {
  const preferences = (headers.get("prefer") ?? "").split(/[,;]/).map((part) => part.trim());
  const wait = preferences.find((part) => part.startsWith("wait="))?.slice("wait=".length);
  const seconds = wait !== undefined && /^\d{1,4}$/.test(wait) ? Number(wait) : HOSTED_WAIT;
  return {
    isAsync: preferences.includes("respond-async"),
    milliseconds: 1000 * Math.min(HOSTED_WAIT, seconds),
  };
}

const isEnded = ({ state }: HostedCalls): boolean => state === "done";

/** The row of a call once it has ended or waits for its next run, or after a time. */
async function waitForEnd(
  deps: Deps,
  name: CallName,
  milliseconds: number,
): Promise<HostedCalls | undefined> {
  const until = performance.now() + milliseconds;
  for (;;) {
    deps.hostedCalls.wake();
    const left = Math.max(0, until - performance.now());
    // Before the row is read, so that no change is missed.
    const watched = deps.hostedCalls.watch(name, left);
    try {
      const row = await deps.db.read((queries) => findCall(queries, name));
      const isOver = !row || isEnded(row) || row.due_at > deps.clock() || left === 0;
      if (isOver || deps.hostedCalls.isClosed()) return row;
      await watched.changed;
    } finally {
      watched.stop();
    }
  }
}

const FAULTS: Readonly<Record<HostedFault, () => ApiFailure>> = {
  unusable: () => new ApiFailure("hosted_unusable"),
  // Without a time for a retry: a request with the same key gets the same answer.
  unavailable: () => new ApiFailure("unavailable"),
  canceled: () => new ApiFailure("not_found"),
};

/** @throws {ApiFailure} as `callModel` does; not_found: there is no such call, or no result */
export async function waitForAnswer(
  { deps, request, user: { userId } }: UserContext,
  key: string,
): Promise<HostedAnswer> {
  const { isAsync, milliseconds } = preferenceOf(request);
  const row = await waitForEnd(deps, { userId, key }, milliseconds);
  if (!row) throw new ApiFailure("not_found");
  if (row.fault !== null) throw FAULTS[row.fault]();
  if (isEnded(row)) {
    const result = await openContent(deps, { userId, key }, "result");
    if (!result || row.call === null) throw new ApiFailure("not_found");
    return { kind: row.call, result };
  }
  const now = deps.clock();
  const retryAfter = row.due_at > now ? Math.ceil((row.due_at - now) / 1000) : null;
  if (!isAsync) throw new ApiFailure("key_in_flight", { retryAfter: retryAfter ?? REPEAT });
  const state = row.lease_until > now ? "running" : "queued";
  return { pending: { key, state, retry_after: retryAfter } };
}

/** Cancels a call, or erases its result. @throws {ApiFailure} not_found */
export async function cancelModelCall(
  { deps, user: { userId } }: UserContext,
  key: string,
): Promise<void> {
  const isKnown = await deps.db.write((tx) => cancelCall(tx, deps, { userId, key }));
  if (!isKnown) throw new ApiFailure("not_found");
  deps.hostedCalls.stop({ userId, key });
}
