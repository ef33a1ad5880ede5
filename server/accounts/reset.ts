import { CODE, type UserInfo } from "../../core/api/shapes.ts";
import { clientKey } from "../http/client-address.ts";
import { Refusal } from "../http/refusal.ts";
import type { Visit } from "../http/visit.ts";
import { originOf, takeCode } from "./codes.ts";
import { countTries, forgetTries } from "./limits.ts";
import { requireAddress, sendable, sendCode } from "./send-code.ts";
import { issueToken, revokeTokens } from "./sessions.ts";
import { readUserInfo } from "./user-info.ts";

/**
 * Sends a code for another password, where the address has an account; the answer is the same where
 * it has none.
 * @throws {Refusal} email_invalid, too_many_tries
 */
export async function askToReset(
  { deps, address: client, locale }: Visit,
  request: { readonly email: string },
): Promise<number> {
  const { email, address } = requireAddress(request.email);
  await countTries(deps, [
    ["codeClient", clientKey(client)],
    ["codeAll", ""],
  ]);
  const origin = originOf(deps, clientKey(client));
  const asked = { purpose: "reset", address, email, locale, passwordHash: null, origin } as const;
  const { made, user } = await deps.db.write(async (tx) => ({
    made: await sendable(tx, deps, asked),
    user: await tx
      .selectFrom("addresses as a")
      .innerJoin("users as u", "u.id", "a.user_id")
      .select("u.email")
      .where("a.address", "=", address)
      .executeTakeFirst(),
  }));
  if (user)
    sendCode(deps, { to: user.email, locale, template: "resetCode", code: made, channel: "email" });
  return CODE.resendAfter;
}

/**
 * Sets another password and signs in; all other tokens end.
 * @throws {Refusal} email_invalid, password_common, code_expired, code_used_up, code_wrong,
 * too_many_tries
 */
export async function finishReset(
  { deps, address: client, locale }: Visit,
  request: { readonly email: string; readonly code: string; readonly password: string },
): Promise<UserInfo> {
  const { address } = requireAddress(request.email);
  if (deps.isCommonPassword(request.password, address)) throw new Refusal("password_common");
  await countTries(deps, [["verifyClient", clientKey(client)]]);
  const passwordHash = await deps.passwords.hash(request.password);
  const result = await deps.db.write(async (tx) => {
    const taken = await takeCode(tx, deps, { purpose: "reset", address, code: request.code });
    if (taken instanceof Refusal) return taken;
    const known = await tx
      .selectFrom("addresses")
      .select("user_id")
      .where("address", "=", address)
      .executeTakeFirst();
    // Somebody guessed a code that was never sent, or the account is gone since.
    if (!known) return new Refusal("code_expired");
    const userId = known.user_id;
    const { email } = await tx
      .updateTable("users")
      .set({ password_hash: passwordHash })
      .where("id", "=", userId)
      .returning("email")
      .executeTakeFirstOrThrow();
    await revokeTokens(tx, userId);
    const token = await issueToken(tx, deps, userId);
    return { email, info: await readUserInfo(tx, { userId, token }, deps.offers) };
  });
  if (result instanceof Refusal) throw result;
  await forgetTries(deps, [
    ["loginPair", `${address} ${clientKey(client)}`],
    ["loginAddress", address],
  ]);
  deps.log("info", "password_reset");
  deps.post.send({ to: result.email, locale, template: "passwordChanged" });
  return result.info;
}
