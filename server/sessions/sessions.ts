import { sql } from "kysely";
import { FACTS } from "#core/facts/facts.ts";
import { type Deps, digest } from "../deps/deps.ts";
import type { Queries, Tx } from "../db/schema/tables.ts";
import type { Tokens } from "../db/schema/accounts.ts";
import { clientName } from "./client-name.ts";

const DAY = 86_400_000;
/** Milliseconds without use after which a token expires. */
export const IDLE = FACTS.idleDays * DAY;
/** Maximum lifetime of a token in milliseconds. */
export const LONGEST = FACTS.loginDays * DAY;
/** Maximum number of sessions per user; another one ends the least recently used. */
const MAX_SESSIONS = 50;
/** Milliseconds between two updates of a token's last use. */
const NOTED_EVERY = 3_600_000;
const TOKEN = /^[\w-]{43}$/;

/** The signed-in user and their token. */
export interface Session {
  readonly userId: string;
  /** The token as sent by the client. */
  readonly token: string;
}

/** Finds the session of a token; null if it is unknown or expired. */
export async function findSession(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<Session | null> {
  if (!TOKEN.test(token)) return null;
  const hash = digest(token);
  const now = clock();
  // Raw SQL: this query runs with each call, and building it takes longer than running it.
  const { rows } = await db.read((queries) =>
    sql<
      Pick<Tokens, "user_id" | "used_at">
    >`select user_id, used_at from tokens where hash = ${hash}
      and used_at > ${now - IDLE} and created_at > ${now - LONGEST}`.execute(queries),
  );
  const [row] = rows;
  if (!row) return null;
  if (now - row.used_at > NOTED_EVERY)
    await db.write((tx) =>
      tx.updateTable("tokens").set({ used_at: now }).where("hash", "=", hash).execute(),
    );
  return { userId: row.user_id, token };
}

/**
 * Creates a session. @param request the sign-in request @returns the token: 256 random bits; the
 * database stores only their digest
 */
export async function issueToken(
  tx: Tx,
  { clock, random }: Pick<Deps, "clock" | "random">,
  userId: string,
  request: Pick<Request, "headers">,
): Promise<string> {
  const token = random.bytes(32).toString("base64url");
  const now = clock();
  await tx
    .insertInto("tokens")
    .values({
      hash: digest(token),
      user_id: userId,
      created_at: now,
      used_at: now,
      client: clientName(request.headers.get("user-agent")),
    })
    .execute();
  await revokeSurplus(tx, userId, digest(token));
  return token;
}

/**
 * Ends the oldest sessions above the maximum. @param newest digest of a token that is kept in any
 * case
 */
async function revokeSurplus(tx: Tx, userId: string, newest: string): Promise<void> {
  const surplus = await tx
    .selectFrom("tokens")
    .select("hash")
    .where("user_id", "=", userId)
    .where("hash", "<>", newest)
    .orderBy("used_at", "desc")
    .orderBy("created_at", "desc")
    .limit(1000)
    .offset(MAX_SESSIONS - 1)
    .execute();
  if (surplus.length === 0) return;
  const hashes = surplus.map(({ hash }) => hash);
  await tx.deleteFrom("tokens").where("hash", "in", hashes).execute();
}

export async function revokeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("tokens").where("user_id", "=", userId).execute();
}

export async function revokeToken(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom("tokens").where("hash", "=", digest(token)).execute();
}

/** Public id of a session: part of the digest, from which the token cannot be derived. */
const nameOf = (hash: string): string => hash.slice(0, 24);

/** Active sessions of a user, the most recently used first. */
export async function listSessions(
  queries: Queries,
  { clock }: Pick<Deps, "clock">,
  { userId, token }: Session,
) {
  const now = clock();
  const own = digest(token);
  const rows = await queries
    .selectFrom("tokens")
    .select(["hash", "created_at", "used_at", "client"])
    .where("user_id", "=", userId)
    .where("used_at", ">", now - IDLE)
    .where("created_at", ">", now - LONGEST)
    .orderBy("used_at", "desc")
    .orderBy("hash")
    .execute();
  return rows.map(({ hash, created_at, used_at, client }) => ({
    id: nameOf(hash),
    client,
    created_at: Math.floor(created_at / 1000),
    used_at: Math.floor(used_at / 1000),
    current: hash === own,
  }));
}

/** Ends all other sessions of a user. @returns their number */
export async function revokeOthers(tx: Tx, { userId, token }: Session): Promise<number> {
  const ended = await tx
    .deleteFrom("tokens")
    .where("user_id", "=", userId)
    .where("hash", "<>", digest(token))
    .returning("hash")
    .execute();
  return ended.length;
}

/** Ends a session of a user by its public id. @returns whether it existed */
export async function revokeNamed(tx: Tx, userId: string, name: string): Promise<boolean> {
  if (!/^[0-9a-f]{24}$/.test(name)) return false;
  const ended = await tx
    .deleteFrom("tokens")
    .where("user_id", "=", userId)
    .where("hash", "like", `${name}%`)
    .returning("hash")
    .execute();
  return ended.length > 0;
}
