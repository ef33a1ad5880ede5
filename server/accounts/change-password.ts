import type { changePassword as changePasswordCall } from "#core/api/accounts/change-password.ts";
import type { ResponseOf } from "#core/api/contract/call.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";
import { issueDevice, revokeDevices } from "../admission/device.ts";
import { revokeOthers } from "../sessions/sessions.ts";
import { requirePassword, withSecondCode } from "./require-password.ts";
import { subjectOf } from "./subject.ts";

/**
 * Changes the password of the signed-in user, ends all other sessions and device tokens, and sends
 * a notification.
 * @throws {ApiFailure} password_wrong, password_common, second_code_needed, second_code_wrong,
 *   too_many_tries
 */
export async function changePassword(
  context: UserContext,
  {
    old_password: old,
    password,
    second_code: code,
  }: {
    readonly old_password: string;
    readonly password: string;
    readonly second_code?: string | undefined;
  },
): Promise<ResponseOf<typeof changePasswordCall>> {
  const { deps, user, locale } = context;
  const { userId } = user;
  const { email, address, hash } = await requirePassword(context, old);
  if (deps.isCommonPassword(password, address)) throw new ApiFailure("password_common");
  const made = await deps.passwords.hash(password);
  const renewed = await withSecondCode(context, address, code, async (tx) => {
    // Compare and set: of two concurrent changes, one is rejected.
    const same = await tx
      .updateTable("users")
      .set({ password_hash: made })
      .where("id", "=", userId)
      .where("password_hash", "=", hash)
      .returning("id")
      .executeTakeFirst();
    if (!same) throw new ApiFailure("password_wrong");
    await revokeOthers(tx, user);
    await revokeDevices(tx, userId);
    await deps.emails.add(tx, address, { to: email, locale, template: "passwordChanged" });
    return await issueDevice(tx, deps, userId);
  });
  deps.log("info", "password_changed", { subject: subjectOf(deps, address) });
  return renewed;
}
