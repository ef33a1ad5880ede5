import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";
import { parseAddress } from "./address.ts";
import { countAttempts, forgetAttempts } from "../admission/limits.ts";

/**
 * Takes the password of who is signed in once more.
 * @returns the account's address, as it was typed and as it is looked up, its locale, and the hash,
 * which is to be the same when something is changed
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
