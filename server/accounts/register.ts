import { register } from "../../core/api/accounts/register.ts";
import { CODE, type UserInfo } from "../../core/api/contract/shapes.ts";
import { verifyCode } from "../../core/api/accounts/verify-code.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Codes } from "../db/schema/accounts.ts";
import type { Deps } from "../deps/deps.ts";
import { clientKey } from "../http/client-address.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext } from "../http/request-context.ts";
import { claimDaily } from "../ledger/claim-daily.ts";
import { openWallet } from "../ledger/wallet.ts";
import { originOf, takeCode } from "./codes.ts";
import { admit } from "../admission/admit.ts";
import { makeDevice } from "../admission/device.ts";
import { subjectOf } from "./subject.ts";
import { codeTries, requireAddress, requireReach, sendable, withCode } from "./send-code.ts";
import { issueToken } from "../sessions/sessions.ts";
import { readUserInfo } from "./user-info.ts";

/**
 * Sends a code for a new account; to who has one already, a message that says so. Nothing that can
 * be seen or measured from outside tells the two apart (USR-4).
 * @throws {ApiFailure} email_invalid, password_common, channel_unavailable, too_many_tries, proof_needed
 */
export async function askToRegister(
  context: RequestContext,
  request: {
    readonly email: string;
    readonly password: string;
    readonly channel?: "email" | "text" | undefined;
    readonly proof?: string | undefined;
  },
): Promise<number> {
  const { deps, address: from, locale } = context;
  const { email, address } = requireAddress(request.email);
  requireReach(deps, address, request.channel);
  if (deps.isCommonPassword(request.password, address)) throw new ApiFailure("password_common");
  const purpose = "register";
  const { proof } = request;
  await admit(context, "code", { call: register, address, proof });
  const passwordHash = await deps.passwords.hash(request.password);
  const origin = originOf(deps, clientKey(from));
  const attempts = codeTries(deps, from, { purpose, address });
  const asked = { purpose, address, email, locale, passwordHash, origin, attempts } as const;
  await deps.db.write(async (tx) => {
    const code = await sendable(tx, deps, asked);
    const known = await findUser(tx, address);
    const message = known
      ? { to: known.email, locale: known.locale, template: "registerKnown" }
      : withCode({ to: email, locale, template: "registerCode", code });
    await deps.emails.add(tx, address, message);
  });
  return CODE.resendAfter;
}

const findUser = (tx: Tx, address: string) =>
  tx
    .selectFrom("addresses as a")
    .innerJoin("users as u", "u.id", "a.user_id")
    .select(["u.email", "u.locale"])
    .where("a.address", "=", address)
    .executeTakeFirst();

/**
 * Makes the account that a code was sent for, claims the day's credits for it and signs in.
 * @throws {ApiFailure} email_invalid, code_expired, code_used_up, code_wrong, too_many_tries, proof_needed
 */
export async function finishRegistration(
  context: RequestContext,
  request: { readonly email: string; readonly code: string; readonly proof?: string | undefined },
): Promise<UserInfo & { readonly device: string }> {
  const { deps, address: from } = context;
  const { address } = requireAddress(request.email);
  await admit(context, "verify", { call: verifyCode, address, proof: request.proof });
  const result = await deps.db.write(async (tx) => {
    const taken = await takeCode(tx, deps, {
      purpose: "register",
      address,
      origin: originOf(deps, clientKey(from)),
      code: request.code,
    });
    if (taken instanceof ApiFailure) return taken;
    const userId = await createUser(tx, deps, taken);
    // Somebody guessed a code that was never sent: the address has an account.
    if (userId === null) return new ApiFailure("code_expired");
    // The first claim of the account: a code opens one account, so it is made once (USR-14).
    if (deps.offers.daily > 0) await claimDaily(tx, deps, { userId, amount: deps.offers.daily });
    const token = await issueToken(tx, deps, userId, context.request);
    const { email: to, locale } = taken;
    if (taken.contested === 1)
      await deps.emails.add(tx, address, { to, locale, template: "passwordNeeded" });
    return await readUserInfo(tx, { userId, token }, deps.offers);
  });
  if (result instanceof ApiFailure) throw result;
  deps.log("info", "account_made", { subject: subjectOf(deps, address) });
  return { ...result, device: makeDevice(deps, address) };
}

/** @returns the user's id; null where the address is taken */
async function createUser(
  tx: Tx,
  { ids, clock }: Pick<Deps, "ids" | "clock">,
  { address, email, locale, contested, password_hash }: Codes,
): Promise<string | null> {
  const id = ids();
  const free = await tx
    .insertInto("addresses")
    .values({ address, user_id: id })
    .onConflict((conflict) => conflict.column("address").doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (!free) return null;
  await tx
    .insertInto("users")
    .values({
      id,
      email,
      // Which of two passwords is the owner's cannot be known from the code: neither is taken.
      password_hash: contested === 1 ? null : password_hash,
      locale,
      is_send_email: 1,
      customer_id: "",
      created_at: clock(),
    })
    .execute();
  await openWallet(tx, id);
  return id;
}
