import { register } from "#core/api/accounts/register.ts";
import { CODE, type Entered } from "#core/api/contract/shapes.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Codes } from "../db/schema/accounts.ts";
import type { Deps } from "../deps/deps.ts";
import { clientKey } from "../http/client-address.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext } from "../http/request-context.ts";
import { claimFirst } from "../ledger/claim-daily.ts";
import { openWallet } from "../ledger/wallet.ts";
import { enterCode, originOf, removeCodes } from "./codes.ts";
import { admit } from "../admission/admit.ts";
import { issueDevice } from "../admission/device.ts";
import { countIn, forgetIn } from "../admission/limits.ts";
import { subjectOf } from "./subject.ts";
import {
  resendAttempt,
  codeTries,
  requireAddress,
  requireReach,
  sendable,
  withCode,
} from "./send-code.ts";
import { issueToken } from "../sessions/sessions.ts";
import { readUserInfo } from "./user-info.ts";

/**
 * Sends a code for a new account, or a notification if the address already has one. No observable
 * or measurable difference reveals which of the two happened (USR-4).
 * @throws {ApiFailure} email_invalid, password_common, channel_unavailable, too_many_tries,
 *   proof_needed
 */
export async function requestRegistration(
  context: RequestContext,
  request: {
    readonly email: string;
    readonly password: string;
    readonly code_verifier?: string | undefined;
    readonly channel?: "email" | "text" | undefined;
    readonly proof?: string | undefined;
  },
): Promise<number> {
  const { deps, address: from, locale } = context;
  const { email, address } = requireAddress(request.email);
  requireReach(deps, address, request.channel);
  if (deps.isCommonPassword(request.password, address)) throw new ApiFailure("password_common");
  const purpose = "register";
  const { proof, code_verifier: verifier } = request;
  await admit(context, "code", { call: register, address, proof });
  const passwordHash = await deps.passwords.hash(request.password);
  const client = clientKey(from);
  const origin = originOf(deps, { client, verifier });
  const attempts = codeTries(from, { purpose, address });
  const newCode = { purpose, address, email, locale, passwordHash, origin, attempts } as const;
  await deps.db.write(async (tx) => {
    // Without a verifier, a repeated request may come from another person behind the same network
    // address.
    const isContested =
      verifier === undefined &&
      (await countIn(tx, deps, [unboundAttempt(address, client)])).wait > 0;
    const code = await sendable(tx, deps, { ...newCode, isContested });
    const known = await findUser(tx, address);
    const message = known
      ? { to: known.email, locale: known.locale, template: "registerKnown" }
      : withCode({ to: email, locale, template: "registerCode", code });
    await deps.emails.add(tx, address, message);
  });
  return CODE.resendAfter;
}

const unboundAttempt = (address: string, client: string) =>
  ["registerUnbound", `${address} ${client}`] as const;

const findUser = (tx: Tx, address: string) =>
  tx
    .selectFrom("addresses as a")
    .innerJoin("users as u", "u.id", "a.user_id")
    .select(["u.email", "u.locale"])
    .where("a.address", "=", address)
    .executeTakeFirst();

/**
 * Creates the account for which a code was sent, claims the daily credits and signs in. The code
 * proves ownership of the address, no matter which client requested it; the password is the one
 * that was sent by the client that enters the code.
 * @throws {ApiFailure} email_invalid, code_expired, code_used_up, code_wrong, too_many_tries,
 *   proof_needed
 */
export async function finishRegistration(
  context: RequestContext,
  request: {
    readonly email: string;
    readonly code: string;
    readonly code_verifier?: string | undefined;
    readonly proof?: string | undefined;
  },
): Promise<Entered> {
  const { deps, address: from } = context;
  const { address } = requireAddress(request.email);
  const { code_verifier: verifier, proof } = request;
  await admit(context, "verify", { call: verifyCode, address, proof });
  const client = clientKey(from);
  const lock = { purpose: "register", address } as const;
  const result = await deps.db.write(async (tx) => {
    const origin = originOf(deps, { client, verifier });
    const entered = await enterCode(tx, deps, { ...lock, origin, code: request.code });
    if (entered instanceof ApiFailure) return entered;
    const { code, own } = entered;
    // This client's own request has expired: it has to repeat the request with the intended
    // password.
    if (verifier !== undefined && !own) return new ApiFailure("code_expired");
    await removeCodes(tx, lock);
    await forgetIn(tx, deps, [resendAttempt(lock, client), unboundAttempt(address, client)]);
    // A shared network address does not identify the author of a password: none is accepted.
    const passwordHash = own?.contested === 0 ? own.password_hash : null;
    const userId = await createUser(tx, deps, { ...(own ?? code), password_hash: passwordHash });
    // The client guessed a code that was never sent: the address has an account.
    if (userId === null) return new ApiFailure("code_expired");
    // The account's first claim: a code creates one account, so the claim happens once (USR-14).
    if (deps.offers.daily > 0) await claimFirst(tx, deps, { userId, amount: deps.offers.daily });
    const token = await issueToken(tx, deps, userId, context.request);
    const { email: to, locale } = code;
    if (passwordHash === null)
      await deps.emails.add(tx, address, { to, locale, template: "passwordNeeded" });
    return {
      ...(await readUserInfo(tx, { userId, token }, deps.offers)),
      ...(await issueDevice(tx, deps, userId)),
    };
  });
  if (result instanceof ApiFailure) throw result;
  deps.log("info", "account_made", { subject: subjectOf(deps, address) });
  return result;
}

/** @returns the user's id; null if the address is taken */
async function createUser(
  tx: Tx,
  { ids, clock }: Pick<Deps, "ids" | "clock">,
  { address, email, locale, password_hash }: Codes,
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
      password_hash,
      locale,
      is_send_email: 0,
      customer_id: "",
      created_at: clock(),
      security_stamp: 0,
    })
    .execute();
  await openWallet(tx, id);
  return id;
}
