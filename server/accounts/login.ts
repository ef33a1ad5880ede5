import { login } from "#core/api/accounts/login.ts";
import type { Entered } from "#core/api/contract/shapes.ts";
import { networksOf } from "../http/client-address.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext } from "../http/request-context.ts";
import { admit } from "../admission/admit.ts";
import { findDevice, issueDevice } from "../admission/device.ts";
import { subjectOf } from "./subject.ts";
import { type Attempt, forgetIn, uncountIn } from "../admission/limits.ts";
import { requireAddress } from "./send-code.ts";
import { issueToken } from "../sessions/sessions.ts";
import { takeSecondCode } from "./second-factor.ts";
import { readUserInfo } from "./user-info.ts";

interface Request {
  readonly email: string;
  readonly password: string;
  readonly proof?: string | undefined;
  readonly device?: string | undefined;
  readonly second_code?: string | undefined;
}

/**
 * Counts a sign-in attempt. Known devices, which have been used with the account before, have
 * separate limits, so that attempts by strangers do not lock out the owner.
 * @returns the device, or null for an unknown one
 * @throws {ApiFailure} too_many_tries, proof_needed
 */
async function countLogin(
  context: RequestContext,
  address: string,
  { proof, device }: Request,
): Promise<string | null> {
  const { deps } = context;
  const known = await deps.db.read((queries) => findDevice(queries, deps, address, device));
  if (known !== null) {
    const attempts = [deviceAttempt(address, known)];
    await admit(context, "loginKnown", { call: login, address, proof, attempts });
    return known;
  }
  const { client, site } = networksOf(context.address);
  const isCrowded = deps.pressure.isCrowded(address);
  const [pair, crowded] = loginPairs(address, client);
  const attempts: Attempt[] = isCrowded ? [pair, crowded] : [pair];
  if (isCrowded && site !== null) attempts.push(["loginSiteCrowded", `${address} ${site}`]);
  await admit(context, "login", { call: login, address, proof, attempts });
  return null;
}

const deviceAttempt = (address: string, device: string): Attempt => [
  "loginDevice",
  `${address} ${device}`,
];

/** Limits on the attempts of a client for an address. */
export const loginPairs = (address: string, client: string): readonly [Attempt, Attempt] => [
  ["loginPair", `${address} ${client}`],
  ["loginPairCrowded", `${address} ${client}`],
];

/**
 * Signs in with a password.
 * @throws {ApiFailure} email_invalid; invalid_credentials: with the same response time for an
 *   unknown address; second_code_needed, second_code_wrong, too_many_tries, proof_needed
 */
export async function logIn(context: RequestContext, request: Request): Promise<Entered> {
  const { deps, locale } = context;
  const { password } = request;
  const { address } = requireAddress(request.email);
  const known = await countLogin(context, address, request);
  const user = await deps.db.read((queries) =>
    queries
      .selectFrom("addresses as a")
      .innerJoin("users as u", "u.id", "a.user_id")
      .select(["u.id", "u.password_hash", "u.locale"])
      .where("a.address", "=", address)
      .executeTakeFirst(),
  );
  const hash = user?.password_hash ?? null;
  const isRight = await deps.passwords.verify(password, hash);
  if (!isRight || !user || hash === null) {
    deps.log("info", "login_refused", { subject: subjectOf(deps, address) });
    throw new ApiFailure("invalid_credentials");
  }
  const renewed = deps.passwords.isOutdated(hash) ? await deps.passwords.hash(password) : hash;
  const info = await deps.db.write(async (tx) => {
    // Compare and set: a concurrent password reset has ended the sessions of the old password.
    const same = await tx
      .updateTable("users")
      .set({ password_hash: renewed })
      .where("id", "=", user.id)
      .where("password_hash", "=", hash)
      .returning("id")
      .executeTakeFirst();
    if (!same) throw new ApiFailure("invalid_credentials");
    const { second_code: code, device } = request;
    const entering = { userId: user.id, address, code, known };
    const failure = await takeSecondCode(tx, deps, entering);
    if (failure) return failure;
    // Not earlier: a client that knows only the password must not change the language of messages.
    if (locale !== user.locale)
      await tx.updateTable("users").set({ locale }).where("id", "=", user.id).execute();
    const token = await issueToken(tx, deps, user.id, context.request);
    if (known === null)
      await forgetIn(tx, deps, loginPairs(address, networksOf(context.address).client));
    else await uncountIn(tx, deps, [deviceAttempt(address, known)]);
    return {
      ...(await readUserInfo(tx, { userId: user.id, token }, deps.offers)),
      ...(await issueDevice(tx, deps, user.id, device)),
    };
  });
  if (info instanceof ApiFailure) {
    deps.log("info", "second_code_refused", { subject: subjectOf(deps, address), key: info.key });
    throw info;
  }
  deps.log("info", "logged_in", { subject: subjectOf(deps, address) });
  return info;
}
