import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";
import { revokeOthers } from "../sessions/sessions.ts";
import { requirePassword } from "./require-password.ts";
import { subjectOf } from "./subject.ts";

/**
 * Sets another password of who is signed in, and ends all other sessions; a message says so.
 * @throws {ApiFailure} password_wrong, password_common, too_many_tries
 */
export async function changePassword(
  { deps, user, locale }: UserContext,
  { old_password: old, password }: { readonly old_password: string; readonly password: string },
): Promise<void> {
  const { userId } = user;
  const { email, address, hash } = await requirePassword({ deps, user }, old);
  if (deps.isCommonPassword(password, address)) throw new ApiFailure("password_common");
  const made = await deps.passwords.hash(password);
  await deps.db.write(async (tx) => {
    // Only while it is still the password: of two changes at once one is refused.
    const same = await tx
      .updateTable("users")
      .set({ password_hash: made })
      .where("id", "=", userId)
      .where("password_hash", "=", hash)
      .returning("id")
      .executeTakeFirst();
    if (!same) throw new ApiFailure("password_wrong");
    await revokeOthers(tx, user);
    await deps.emails.add(tx, address, { to: email, locale, template: "passwordChanged" });
  });
  deps.log("info", "password_changed", { subject: subjectOf(deps, address) });
}
