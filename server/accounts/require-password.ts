import type { Tx } from "../db/schema/tables.ts";
import { digest } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";
import { parseAddress } from "./address.ts";
import { countAttempts, forgetAttempts } from "../admission/limits.ts";
import { takeSecondCode } from "./second-factor.ts";

/**
 * Verifies the password of the signed-in user again.
 * @returns the account's address, both as typed and normalized, its locale, and the password hash,
 *   for a compare and set when something is changed
 * @throws {ApiFailure} password_wrong, too_many_tries, not_signed_in
 */
export async function requirePassword(
  { deps, user: { userId } }: Pick<UserContext, "deps" | "user">,
  password: string,
) {
  const attempt = ["passwordAgain", userId] as const;
  await countAttempts(deps, [attempt]);
  const known = await deps.db.read((queries) =>
    queries
      .selectFrom("users")
      .select(["email", "locale", "password_hash"])
      .where("id", "=", userId)
      .executeTakeFirst(),
  );
  if (!known) throw new ApiFailure("not_signed_in");
  const { email, locale, password_hash: hash } = known;
  if (!(await deps.passwords.verify(password, hash)) || hash === null)
    throw new ApiFailure("password_wrong");
  await forgetAttempts(deps, [attempt]);
  const { address } = parseAddress(email)!;
  return { email, address, locale, hash };
}

/**
 * Runs a function in a transaction after checking the signed-in user's second code, if the account
 * has a second factor. Incorrect codes are counted for the session, so that strangers who know the
 * password cannot keep the owner from changing it.
 * @throws {ApiFailure} second_code_needed, second_code_wrong, too_many_tries
 */
export async function withSecondCode<T>(
  { deps, user: { userId, token } }: Pick<UserContext, "deps" | "user">,
  address: string,
  code: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await deps.db.write(async (tx) => {
    // Locks the row: the next transaction must read what this one writes.
    await tx
      .updateTable("second_factors")
      .set((fields) => ({ last_step: fields.ref("last_step") }))
      .where("user_id", "=", userId)
      .execute();
    const known = `session ${digest(token)}`;
    const failure = await takeSecondCode(tx, deps, { userId, address, code, known });
    // A rejected attempt counts, so the transaction is committed.
    return failure ? { refusal: failure } : { done: await work(tx) };
  });
  if ("refusal" in result) throw result.refusal;
  return result.done;
}
