import { createHash } from "node:crypto";
import type { Db } from "../db/db.ts";
import type { Tx } from "../db/schema/tables.ts";
import { type ApiResponse, failureResponse, successResponse } from "./api-response.ts";
import { ApiFailure } from "./api-failure.ts";
import type { UserContext } from "./request-context.ts";

/** Milliseconds for which a response is stored. */
export const STORED_FOR = 24 * 3_600_000;
/**
 * Maximum number of stored responses per account: jobs have two each, so normal use stays far below
 * it, and no account can fill the database.
 */
export const MAX_RESPONSES = 10_000;
/** Seconds until a client may retry after reaching this maximum. */
const FULL_FOR = 3600;
const KEY = /^[\x21-\x7e]{8,128}$/;

/** The idempotency key of a request; empty without one. */
export const idempotencyKeyOf = ({ headers }: { readonly headers: Headers }): string =>
  headers.get("idempotency-key") ?? "";

/** The idempotency key of a request that needs one. @throws {ApiFailure} key_missing: or it is invalid */
export function requireKey(request: { readonly headers: Headers }): string {
  const key = idempotencyKeyOf(request);
  if (!KEY.test(key)) throw new ApiFailure("key_missing");
  return key;
}

interface Action {
  readonly userId: string;
  readonly path: string;
  readonly key: string;
  readonly bodyHash: string;
}

/** Hash of no request: every request with a blocked key is rejected as `key_reused`. */
const BLOCKED = "";

class AnsweredMeanwhile extends Error {}

/**
 * Runs an action once for a user, a path and an idempotency key. Its effects and the response are
 * committed atomically.
 * @throws {ApiFailure} key_missing, key_reused, key_in_flight, too_many_tries; errors of the action
 */
export async function respondOnce(
  { deps, request: { headers }, user }: UserContext,
  { path, request }: { readonly path: string; readonly request: unknown },
  start: () => Promise<(tx: Tx) => Promise<unknown>>,
): Promise<ApiResponse> {
  const key = requireKey({ headers });
  const bodyHash = createHash("sha256").update(JSON.stringify(request)).digest("base64url");
  const action: Action = { userId: user.userId, path, key, bodyHash };
  const inFlightKey = `${user.userId} ${path} ${key}`;
  const other = deps.inFlight.get(inFlightKey);
  if (other !== undefined)
    throw other === bodyHash
      ? new ApiFailure("key_in_flight", { retryAfter: 1 })
      : new ApiFailure("key_reused");
  deps.inFlight.set(inFlightKey, bodyHash);
  try {
    const known = await findResponse(deps.db, action, deps.clock());
    if (known) return known;
    await checkRoom(deps.db, action.userId);
    return await respondFirst();
  } finally {
    deps.inFlight.delete(inFlightKey);
  }

  async function respondFirst(): Promise<ApiResponse> {
    try {
      const work = await start();
      return await deps.db.write(async (tx) => {
        const response = successResponse(await work(tx));
        await storeResponse(tx, { action, response, now: deps.clock() });
        return response;
      });
    } catch (error) {
      if (error instanceof AnsweredMeanwhile) return await replay();
      if (!(error instanceof ApiFailure) || error.status === 429 || error.status >= 500)
        throw error;
      return await storeFailure(failureResponse(error, deps.errorMessage));
    }
  }

  async function storeFailure(response: ApiResponse): Promise<ApiResponse> {
    try {
      await deps.db.write((tx) => storeResponse(tx, { action, response, now: deps.clock() }));
      return response;
    } catch (error) {
      if (error instanceof AnsweredMeanwhile) return await replay();
      throw error;
    }
  }

  async function replay(): Promise<ApiResponse> {
    const stored = await findResponse(deps.db, action, deps.clock());
    if (!stored) throw new ApiFailure("key_in_flight", { retryAfter: 1 });
    return stored;
  }
}

/** @throws {ApiFailure} key_reused */
async function findResponse(db: Db, action: Action, now: number): Promise<ApiResponse | undefined> {
  const row = await db.read((queries) =>
    queries
      .selectFrom("idempotency")
      .select(["body_hash", "status", "answer", "retry_after"])
      .where("user_id", "=", action.userId)
      .where("path", "=", action.path)
      .where("key", "=", action.key)
      .where("created_at", ">", now - STORED_FOR)
      .executeTakeFirst(),
  );
  if (!row) return undefined;
  if (row.body_hash !== action.bodyHash) throw new ApiFailure("key_reused");
  const { status, answer: body, retry_after } = row;
  return { status, body, retryAfter: retry_after ?? undefined, replayed: true };
}

/** @throws {ApiFailure} too_many_tries */
async function checkRoom(db: Db, userId: string): Promise<void> {
  const last = await db.read((queries) =>
    queries
      .selectFrom("idempotency")
      .select("key")
      .where("user_id", "=", userId)
      .orderBy("path")
      .orderBy("key")
      .offset(MAX_RESPONSES - 1)
      .limit(1)
      .executeTakeFirst(),
  );
  if (last) throw new ApiFailure("too_many_tries", { retryAfter: FULL_FOR });
}

/**
 * @throws {AnsweredMeanwhile} if another process has stored a response, to roll back the
 *   transaction
 */
async function storeResponse(
  tx: Tx,
  { action, response, now }: { action: Action; response: ApiResponse; now: number },
): Promise<void> {
  const values = {
    body_hash: action.bodyHash,
    status: response.status,
    answer: response.body,
    retry_after: response.retryAfter ?? null,
    created_at: now,
  };
  const stored = await tx
    .insertInto("idempotency")
    .values({ user_id: action.userId, path: action.path, key: action.key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "path", "key"])
        .doUpdateSet(values)
        .where("idempotency.created_at", "<=", now - STORED_FOR),
    )
    .returning("key")
    .executeTakeFirst();
  if (!stored) throw new AnsweredMeanwhile();
}

/**
 * Ensures that requests with a key that have not had an effect have none, whether they are in
 * progress or arrive while responses are stored.
 */
export async function blockKey(
  tx: Tx,
  { now, ...name }: Pick<Action, "userId" | "path" | "key"> & { readonly now: number },
): Promise<void> {
  const response = { status: 409, body: "" };
  try {
    await storeResponse(tx, { action: { ...name, bodyHash: BLOCKED }, response, now });
  } catch (error) {
    // The response that is stored already is what such a request gets.
    if (!(error instanceof AnsweredMeanwhile)) throw error;
  }
}
