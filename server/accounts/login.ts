import type { UserInfo } from "../../core/api/shapes.ts";
import { clientKey } from "../http/client-address.ts";
import { Refusal } from "../http/refusal.ts";
import type { Visit } from "../http/visit.ts";
import type { Try } from "./limits.ts";
import { countTries, forgetTries } from "./limits.ts";
import { requireAddress } from "./send-code.ts";
import { issueToken } from "./sessions.ts";
import { readUserInfo } from "./user-info.ts";

/**
 * Signs in with a password.
 * @throws {Refusal} email_invalid; invalid_credentials: the same, as slowly, for an unknown address;
 * too_many_tries
 */
export async function logIn(
  { deps, address: client, locale }: Visit,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<UserInfo> {
  const { address } = requireAddress(email);
  const pair: Try = ["loginPair", `${address} ${clientKey(client)}`];
  await countTries(deps, [pair, ["loginAddress", address], ["loginClient", clientKey(client)]]);
  const user = await deps.db.read((queries) =>
    queries
      .selectFrom("addresses as a")
      .innerJoin("users as u", "u.id", "a.user_id")
      .select(["u.id", "u.password_hash"])
      .where("a.address", "=", address)
      .executeTakeFirst(),
  );
  const hash = user?.password_hash ?? null;
  const isRight = await deps.passwords.verify(password, hash);
  if (!isRight || !user || hash === null) {
    deps.log("info", "login_refused");
    throw new Refusal("invalid_credentials");
  }
  const renewed = deps.passwords.isOutdated(hash) ? await deps.passwords.hash(password) : hash;
  const info = await deps.db.write(async (tx) => {
    // Only while it is still the password: a reset meanwhile has ended what the old one opens.
    const same = await tx
      .updateTable("users")
      .set({ password_hash: renewed, locale })
      .where("id", "=", user.id)
      .where("password_hash", "=", hash)
      .returning("id")
      .executeTakeFirst();
    if (!same) throw new Refusal("invalid_credentials");
    const token = await issueToken(tx, deps, user.id);
    return await readUserInfo(tx, { userId: user.id, token }, deps.offers);
  });
  await forgetTries(deps, [pair]);
  return info;
}
