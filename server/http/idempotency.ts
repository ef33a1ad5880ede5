import { createHash } from "node:crypto";
import type { Db } from "../db/db.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Outcome } from "./outcome.ts";
import { refused, success } from "./outcome.ts";
import { Refusal } from "./refusal.ts";
import type { UserVisit } from "./visit.ts";

/** Milliseconds for which an answer is kept. */
export const KEPT_FOR = 24 * 3_600_000;
const KEY = /^[\x21-\x7e]{8,128}$/;

interface Action {
  readonly userId: string;
  readonly path: string;
  readonly key: string;
  readonly bodyHash: string;
}

class AnsweredMeanwhile extends Error {}

/**
 * Does a thing once for a user, a path and an idempotency key. Its effects and the answer are
 * committed together, so that neither is there without the other.
 * @throws {Refusal} key_missing, key_reused, key_in_flight; what the work throws
 */
export async function answerOnce(
  { deps, request: { headers }, user }: UserVisit,
  { path, request }: { readonly path: string; readonly request: unknown },
  start: () => Promise<(tx: Tx) => Promise<unknown>>,
): Promise<Outcome> {
  const key = headers.get("idempotency-key") ?? "";
  if (!KEY.test(key)) throw new Refusal("key_missing");
  const bodyHash = createHash("sha256").update(JSON.stringify(request)).digest("base64url");
  const action: Action = { userId: user.userId, path, key, bodyHash };
  const flight = `${user.userId} ${path} ${key}`;
  const other = deps.flights.get(flight);
  if (other !== undefined)
    throw other === bodyHash
      ? new Refusal("key_in_flight", { retryAfter: 1 })
      : new Refusal("key_reused");
  deps.flights.set(flight, bodyHash);
  try {
    const known = await findAnswer(deps.db, action, deps.clock());
    return known ?? (await answerFirst());
  } finally {
    deps.flights.delete(flight);
  }

  async function answerFirst(): Promise<Outcome> {
    try {
      const work = await start();
      return await deps.db.write(async (tx) => {
        const outcome = success(await work(tx));
        await keep(tx, { action, outcome, now: deps.clock() });
        return outcome;
      });
    } catch (error) {
      if (error instanceof AnsweredMeanwhile) return await replay();
      if (!(error instanceof Refusal) || error.status === 429 || error.status >= 500) throw error;
      return await keepRefusal(refused(error, deps.say));
    }
  }

  async function keepRefusal(outcome: Outcome): Promise<Outcome> {
    try {
      await deps.db.write((tx) => keep(tx, { action, outcome, now: deps.clock() }));
      return outcome;
    } catch (error) {
      if (error instanceof AnsweredMeanwhile) return await replay();
      throw error;
    }
  }

  async function replay(): Promise<Outcome> {
    const answer = await findAnswer(deps.db, action, deps.clock());
    if (!answer) throw new Refusal("key_in_flight", { retryAfter: 1 });
    return answer;
  }
}

/** @throws {Refusal} key_reused */
async function findAnswer(db: Db, action: Action, now: number): Promise<Outcome | undefined> {
  const row = await db.read((queries) =>
    queries
      .selectFrom("idempotency")
      .select(["body_hash", "status", "answer", "retry_after"])
      .where("user_id", "=", action.userId)
      .where("path", "=", action.path)
      .where("key", "=", action.key)
      .where("created_at", ">", now - KEPT_FOR)
      .executeTakeFirst(),
  );
  if (!row) return undefined;
  if (row.body_hash !== action.bodyHash) throw new Refusal("key_reused");
  const { status, answer: body, retry_after } = row;
  return { status, body, retryAfter: retry_after ?? undefined, replayed: true };
}

/** @throws {AnsweredMeanwhile} when another process has kept an answer: all of this is undone */
async function keep(
  tx: Tx,
  { action, outcome, now }: { action: Action; outcome: Outcome; now: number },
): Promise<void> {
  const values = {
    body_hash: action.bodyHash,
    status: outcome.status,
    answer: outcome.body,
    retry_after: outcome.retryAfter ?? null,
    created_at: now,
  };
  const kept = await tx
    .insertInto("idempotency")
    .values({ user_id: action.userId, path: action.path, key: action.key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "path", "key"])
        .doUpdateSet(values)
        .where("idempotency.created_at", "<=", now - KEPT_FOR),
    )
    .returning("key")
    .executeTakeFirst();
  if (!kept) throw new AnsweredMeanwhile();
}
