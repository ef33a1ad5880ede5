import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";
import { issueDevice, revokeDevices } from "../admission/device.ts";
import { digest } from "../deps/deps.ts";
import { revokeOthers } from "../sessions/sessions.ts";
import { parseAddress } from "./address.ts";
import { countAttempts } from "../admission/limits.ts";
import { countRecovery, makeRecovery, makeSecret, readFactor, stepOf } from "./second-factor.ts";
import { requirePassword, withSecondCode } from "./require-password.ts";
import { subjectOf } from "./subject.ts";
import { otpAddress } from "./totp.ts";

/** Milliseconds until an unconfirmed secret expires. */
const SHOWN_FOR = 3_600_000;

/** Whether the account of the signed-in user has an active second factor. */
export const readTwoFactor = ({ deps, user: { userId } }: UserContext) =>
  deps.db.read(async (queries) => {
    const factor = await readFactor(queries, userId);
    const since = factor?.confirmed_at ?? null;
    return {
      enabled: since !== null,
      since: since === null ? null : Math.floor(since / 1000),
      recovery_codes: await countRecovery(queries, userId),
    };
  });

/**
 * Creates a secret for an authenticator. The second factor becomes active once one of its codes has
 * been entered.
 * @throws {ApiFailure} password_wrong, two_factor_on, too_many_tries
 */
export async function beginTwoFactor(context: UserContext, password: string) {
  const { deps, user } = context;
  const { email } = await requirePassword(context, password);
  const { userId } = user;
  const { secret, sealed } = makeSecret(deps, userId);
  const values = { sealed, confirmed_at: null, last_step: 0, created_at: deps.clock() };
  const made = await deps.db.write((tx) =>
    tx
      .insertInto("second_factors")
      .values({ user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict
          .column("user_id")
          .doUpdateSet(values)
          .where("second_factors.confirmed_at", "is", null),
      )
      .returning("user_id")
      .executeTakeFirst(),
  );
  if (!made) throw new ApiFailure("two_factor_on");
  return { secret, uri: otpAddress(secret, deps.site.name, email) };
}

/**
 * Verifies the first authenticator code and activates the second factor, which each sign-in
 * requires from then on. All other sessions end.
 * @throws {ApiFailure} two_factor_off: there is no unconfirmed secret; second_code_wrong,
 *   too_many_tries
 */
export async function confirmTwoFactor({ deps, user, locale }: UserContext, code: string) {
  const { userId } = user;
  await countAttempts(deps, [["secondCodeKnown", `${userId} session ${digest(user.token)}`]]);
  const { address, ...answer } = await deps.db.write(async (tx) => {
    const { email } = await tx
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow(() => new ApiFailure("not_signed_in"));
    const factor = await tx
      .selectFrom("second_factors")
      .selectAll()
      .where("user_id", "=", userId)
      .where("confirmed_at", "is", null)
      .where("created_at", ">", deps.clock() - SHOWN_FOR)
      .executeTakeFirst();
    if (!factor) throw new ApiFailure("two_factor_off");
    const step = stepOf(deps, factor, code);
    if (step === null) throw new ApiFailure("second_code_wrong");
    const set = await tx
      .updateTable("second_factors")
      .set({ confirmed_at: deps.clock(), last_step: step })
      .where("user_id", "=", userId)
      .where("sealed", "=", factor.sealed)
      .where("confirmed_at", "is", null)
      .returning("user_id")
      .executeTakeFirst();
    // Of two concurrent requests, one creates the recovery codes.
    if (!set) throw new ApiFailure("two_factor_off");
    await revokeOthers(tx, user);
    await revokeDevices(tx, userId);
    const { address } = parseAddress(email)!;
    await deps.emails.add(tx, address, { to: email, locale, template: "twoFactorOn" });
    const codes = await makeRecovery(tx, deps, userId);
    return { address, recovery_codes: [...codes], ...(await issueDevice(tx, deps, userId)) };
  });
  deps.log("info", "two_factor_on", { subject: subjectOf(deps, address) });
  return answer;
}

interface Proven {
  readonly password: string;
  readonly second_code: string;
}

/** @throws {ApiFailure} password_wrong, two_factor_off, second_code_wrong, too_many_tries */
export async function endTwoFactor(context: UserContext, proven: Proven) {
  const { deps, user, locale } = context;
  const { userId } = user;
  const { email, address } = await requirePassword(context, proven.password);
  const renewed = await withSecondCode(context, address, proven.second_code, async (tx) => {
    await requireFactor(tx, userId);
    await tx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
    await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
    await revokeDevices(tx, userId);
    await deps.emails.add(tx, address, { to: email, locale, template: "twoFactorOff" });
    return await issueDevice(tx, deps, userId);
  });
  deps.log("info", "two_factor_off", { subject: subjectOf(deps, address) });
  return renewed;
}

/** @throws {ApiFailure} two_factor_off */
async function requireFactor(tx: Tx, userId: string): Promise<void> {
  if (!(await readFactor(tx, userId))) throw new ApiFailure("two_factor_off");
}

/**
 * Replaces the recovery codes.
 * @throws {ApiFailure} password_wrong, two_factor_off, second_code_wrong, too_many_tries
 */
export async function renewRecovery(context: UserContext, proven: Proven) {
  const { deps, user } = context;
  const { address } = await requirePassword(context, proven.password);
  const codes = await withSecondCode(context, address, proven.second_code, async (tx) => {
    await requireFactor(tx, user.userId);
    return await makeRecovery(tx, deps, user.userId);
  });
  return { recovery_codes: [...codes] };
}
