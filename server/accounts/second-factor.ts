import { SECOND_FACTOR } from "#core/api/contract/shapes.ts";
import type { SecondFactors } from "../db/schema/accounts.ts";
import type { Queries, Tx } from "../db/schema/tables.ts";
import { type Deps, digest } from "../deps/deps.ts";
import { seal, unseal } from "../deps/seal.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type Attempt, countIn, uncountIn } from "../admission/limits.ts";
import { base32, findStep } from "./totp.ts";

/**
 * Bytes of a secret, as RFC 4226 recommends, and of a recovery code, which makes guessing
 * infeasible.
 */
const SECRET = 20;
const RECOVERY = 10;
const PURPOSE = "second-factor";

type FactorDeps = Pick<Deps, "clock" | "random" | "settings" | "log">;

interface Entering {
  readonly userId: string;
  /** The account's normalized address. */
  readonly address: string;
  readonly code: string | undefined;
  /**
   * Identifies the known device or the session of the client; null if the client may be a stranger.
   */
  readonly known: string | null;
}

/** Creates a secret and its encrypted form for storage. */
export function makeSecret(deps: FactorDeps, userId: string) {
  const bytes = deps.random.bytes(SECRET);
  const key = { secret: deps.settings.secret, purpose: PURPOSE } as const;
  return { secret: base32(bytes), sealed: seal(key, deps.random, bytes, userId) };
}

/** The time step of an authenticator code; null for an incorrect code. */
export function stepOf(
  { clock, settings, log }: FactorDeps,
  { user_id: userId, sealed }: Pick<SecondFactors, "user_id" | "sealed">,
  code: string,
): number | null {
  let secret: Buffer;
  try {
    secret = unseal({ secret: settings.secret, purpose: PURPOSE }, sealed, userId);
  } catch {
    // The secret was encrypted with another SECRET_KEY; recovery codes still work.
    log("error", "second_factor_unreadable", {});
    return null;
  }
  return findStep(secret, code, clock());
}

/** The active second factor of an account; undefined if there is none. */
export const readFactor = (queries: Queries, userId: string): Promise<SecondFactors | undefined> =>
  queries
    .selectFrom("second_factors")
    .selectAll()
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();

/** Number of unused recovery codes. */
export async function countRecovery(queries: Queries, userId: string): Promise<number> {
  const rows = await queries
    .selectFrom("recovery_codes")
    .select("hash")
    .where("user_id", "=", userId)
    .execute();
  return rows.length;
}

/**
 * Replaces the recovery codes. The codes are random enough that a digest without the server's
 * secret is safe.
 * @returns the codes, in groups of four
 */
export async function makeRecovery(
  tx: Tx,
  { random }: Pick<Deps, "random">,
  userId: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, () =>
    base32(random.bytes(RECOVERY)),
  );
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, hash: digest(`${userId} ${code}`) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/g)!.join("-"));
}

/**
 * Checks the second code of an account that has a second factor, and consumes it: each code works
 * once. Incorrect codes are counted for each known device, for all strangers together, and for the
 * account; the owner is notified when there are too many. A correct recovery code is always
 * accepted, because recovery codes cannot be guessed. Commit the transaction whatever the result.
 * @returns an error: second_code_needed, second_code_wrong, too_many_tries; null on success
 */
export async function takeSecondCode(
  tx: Tx,
  deps: Deps,
  { code, ...entering }: Entering,
): Promise<ApiFailure | null> {
  const { userId, known } = entering;
  const factor = await readFactor(tx, userId);
  if (!factor) return null;
  if (code === undefined) return new ApiFailure("second_code_needed");
  const plain = code.replaceAll(/[\s-]/g, "").toUpperCase();
  if (await takeRecovery(tx, deps, { ...entering, plain })) return null;
  const attempts: readonly Attempt[] = [
    known === null ? ["secondCode", userId] : ["secondCodeKnown", `${userId} ${known}`],
    ["secondCodeAccount", userId],
  ];
  const { wait } = await countIn(tx, deps, attempts);
  if (wait > 0) {
    await warnOwner(tx, deps, entering);
    return new ApiFailure("too_many_tries", { retryAfter: wait / 1000 });
  }
  if (!(await takeStep(tx, deps, factor, plain))) return new ApiFailure("second_code_wrong");
  await uncountIn(tx, deps, attempts);
  return null;
}

/** Notifies the owner, once a day, that a client that knows the password is trying second codes. */
async function warnOwner(
  tx: Tx,
  deps: Deps,
  { userId, address }: Omit<Entering, "code">,
): Promise<void> {
  const { wait } = await countIn(tx, deps, [["secondCodeWarning", userId]]);
  if (wait > 0) return;
  const owner = await readOwner(tx, userId);
  await deps.emails.add(tx, address, { ...owner, template: "secondCodesWrong" });
}

/** The owner's address for messages, and their locale. */
const readOwner = (tx: Tx, userId: string) =>
  tx
    .selectFrom("users")
    .select(["email as to", "locale"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();

/** Consumes an authenticator code. Used codes and older ones are rejected. */
async function takeStep(tx: Tx, deps: Deps, factor: SecondFactors, code: string): Promise<boolean> {
  const step = stepOf(deps, factor, code);
  if (step === null) return false;
  const taken = await tx
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", factor.user_id)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Consumes a recovery code and notifies the owner. */
async function takeRecovery(
  tx: Tx,
  deps: Deps,
  { userId, address, plain }: Omit<Entering, "code"> & { readonly plain: string },
): Promise<boolean> {
  const taken = await tx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("hash", "=", digest(`${userId} ${plain}`))
    .returning("user_id")
    .executeTakeFirst();
  if (!taken) return false;
  const left = await countRecovery(tx, userId);
  await deps.emails.add(tx, address, {
    ...(await readOwner(tx, userId)),
    template: "recoveryCodeUsed",
    values: { left },
  });
  return true;
}
