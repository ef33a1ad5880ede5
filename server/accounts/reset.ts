import { requestReset } from "#core/api/accounts/request-reset.ts";
import { CODE, type Entered } from "#core/api/contract/shapes.ts";
import { verifyReset } from "#core/api/accounts/verify-reset.ts";
import { clientKey } from "../http/client-address.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext } from "../http/request-context.ts";
import { enterCode, originOf, removeCodes } from "./codes.ts";
import { admit } from "../admission/admit.ts";
import { findDevice, issueDevice, revokeDevices } from "../admission/device.ts";
import { subjectOf } from "./subject.ts";
import { forgetIn } from "../admission/limits.ts";
import { loginPairs } from "./login.ts";
import {
  resendAttempt,
  codeTries,
  requireAddress,
  requireReach,
  sendable,
  withCode,
} from "./send-code.ts";
import { takeSecondCode } from "./second-factor.ts";
import { issueToken, revokeTokens } from "../sessions/sessions.ts";
import { readUserInfo } from "./user-info.ts";

/**
 * Sends a code for a password reset if the address has an account; the response is the same if it
 * has none.
 * @throws {ApiFailure} email_invalid, channel_unavailable, too_many_tries, proof_needed
 */
export async function requestPasswordReset(
  context: RequestContext,
  request: {
    readonly email: string;
    readonly code_verifier?: string | undefined;
    readonly proof?: string | undefined;
    readonly device?: string | undefined;
  },
): Promise<number> {
  const { deps, address: from, locale } = context;
  const { email, address } = requireAddress(request.email);
  requireReach(deps, address);
  const { proof, device, code_verifier: verifier } = request;
  const purpose = "reset";
  await admit(context, "code", { call: requestReset, address, proof });
  const origin = originOf(deps, { client: clientKey(from), verifier });
  const newCode = { purpose, address, email, locale, passwordHash: null, origin } as const;
  await deps.db.write(async (tx) => {
    const known = await findDevice(tx, deps, address, device);
    const attempts = codeTries(from, { purpose, address }, known);
    const code = await sendable(tx, deps, { ...newCode, attempts, isContested: false });
    const user = await tx
      .selectFrom("addresses as a")
      .innerJoin("users as u", "u.id", "a.user_id")
      .select("u.email")
      .where("a.address", "=", address)
      .executeTakeFirst();
    const message = user && withCode({ to: user.email, locale, template: "resetCode", code });
    // Adds a row in both cases: only the sender finds out that there is no recipient.
    await deps.emails.add(tx, address, message ?? null);
  });
  return CODE.resendAfter;
}

/**
 * Sets a new password and signs in; all other tokens end.
 * @throws {ApiFailure} email_invalid, password_common, code_expired, code_used_up, code_wrong,
 *   second_code_needed, second_code_wrong, too_many_tries, proof_needed
 */
export async function finishReset(
  context: RequestContext,
  request: {
    readonly email: string;
    readonly code: string;
    readonly password: string;
    readonly code_verifier?: string | undefined;
    readonly proof?: string | undefined;
    readonly device?: string | undefined;
    readonly second_code?: string | undefined;
  },
): Promise<Entered> {
  const { deps, address: from, locale } = context;
  const { address } = requireAddress(request.email);
  if (deps.isCommonPassword(request.password, address)) throw new ApiFailure("password_common");
  await admit(context, "verify", { call: verifyReset, address, proof: request.proof });
  const passwordHash = await deps.passwords.hash(request.password);
  const lock = { purpose: "reset", address } as const;
  const client = clientKey(from);
  const result = await deps.db.write(async (tx) => {
    const origin = originOf(deps, { client, verifier: request.code_verifier });
    const entered = await enterCode(tx, deps, { ...lock, origin, code: request.code });
    if (entered instanceof ApiFailure) return entered;
    const known = await tx
      .selectFrom("addresses")
      .select("user_id")
      .where("address", "=", address)
      .executeTakeFirst();
    // The client guessed a code that was never sent, or the account has been deleted.
    if (!known) return new ApiFailure("code_expired");
    const userId = known.user_id;
    const { second_code: code, device } = request;
    const shown = await findDevice(tx, deps, address, device);
    const failure = await takeSecondCode(tx, deps, { userId, address, code, known: shown });
    // The code in the message remains valid while the user opens the authenticator.
    if (failure) return failure;
    await removeCodes(tx, lock);
    const { email } = await tx
      .updateTable("users")
      .set({ password_hash: passwordHash })
      .where("id", "=", userId)
      .returning("email")
      .executeTakeFirstOrThrow();
    await revokeTokens(tx, userId);
    await revokeDevices(tx, userId);
    const token = await issueToken(tx, deps, userId, context.request);
    await deps.emails.add(tx, address, { to: email, locale, template: "passwordChanged" });
    await forgetIn(tx, deps, [resendAttempt(lock, client), ...loginPairs(address, client)]);
    return {
      ...(await readUserInfo(tx, { userId, token }, deps.offers)),
      ...(await issueDevice(tx, deps, userId)),
    };
  });
  if (result instanceof ApiFailure) throw result;
  deps.log("info", "password_reset", { subject: subjectOf(deps, address) });
  return result;
}
