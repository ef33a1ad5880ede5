import { sql } from "kysely";
import { type Deps, digest } from "../deps/deps.ts";
import type { Queries, Tx } from "../db/schema/tables.ts";
import type { Tokens } from "../db/schema/accounts.ts";
import { clientName } from "./client-name.ts";

const DAY = 86_400_000;
/** Milliseconds without use after which a token ends. */
export const IDLE = 30 * DAY;
/** Milliseconds after which a token ends in any case. */
export const LONGEST = 180 * DAY;
/** Sessions of a user; a further one ends the one that has not been used for longest. */
const MAX_SESSIONS = 50;
/** Milliseconds between two notes of its use. */
const NOTED_EVERY = 3_600_000;
const TOKEN = /^[\w-]{43}$/;

/** Who is signed in. */
export interface Session {
  readonly userId: string;
  /** As it was sent. */
  readonly token: string;
}

/** Whom a token lets in; null for one that nobody has, or that has ended. */
export async function findSession(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<Session | null> {
  if (!TOKEN.test(token)) return null;
  const hash = digest(token);
  const now = clock();
  // As text: it is asked with each call, and a query takes longer to be built than to be answered.
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
 * Lets a user in.
 * @param request which it is let in by
 * @returns the token: 256 random bits, of which the database has a digest only
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

/** Ends the sessions that are too many. @param newest digest of a token that stays in any case */
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

/** Ends all tokens of a user. */
export async function revokeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("tokens").where("user_id", "=", userId).execute();
}

/** Ends a token. */
export async function revokeToken(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom("tokens").where("hash", "=", digest(token)).execute();
}

/** What a session is called: part of the digest, which leads to no token. */
const nameOf = (hash: string): string => hash.slice(0, 24);

/** Sessions of a user that have not ended, the latest use first. */
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

/** Ends all other sessions of a user. @returns how many there were */
export async function revokeOthers(tx: Tx, { userId, token }: Session): Promise<number> {
  const ended = await tx
    .deleteFrom("tokens")
    .where("user_id", "=", userId)
    .where("hash", "<>", digest(token))
    .returning("hash")
    .execute();
  return ended.length;
}

/** Ends a session of a user by its name. @returns whether there was one */
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
