import { isPhone } from "#core/api/contract/addresses.ts";
import { CODE } from "#core/api/contract/shapes.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type Address, parseAddress } from "./address.ts";
import { type NewCode, makeCode } from "./codes.ts";
import { type Attempt, countIn, refuseAttempts } from "../admission/limits.ts";
import type { Email } from "../deps/mail.ts";
import { networksOf } from "../http/client-address.ts";

/** @throws {ApiFailure} email_invalid */
export function requireAddress(text: string): Address {
  const parsed = parseAddress(text);
  if (!parsed) throw new ApiFailure("email_invalid");
  return parsed;
}

/**
 * Whether a message can be sent to an address does not depend on whether it has an account.
 * @param channel the way that was asked for; any where it is missing
 * @throws {ApiFailure} channel_unavailable
 */
export function requireReach(
  { emails }: Pick<Deps, "emails">,
  address: string,
  channel?: "email" | "text",
): void {
  const isOther = channel !== undefined && (channel === "text") !== isPhone(address);
  if (isOther || !emails.reaches(address)) throw new ApiFailure("channel_unavailable");
}

/** Time between two codes for a client. A right code ends it. */
export const resendAttempt = (
  { purpose, address }: Pick<NewCode, "purpose" | "address">,
  client: string,
): Attempt => ["codeAgain", `${purpose} ${address} ${client}`];

/**
 * Whom a code for an address is counted for.
 * @param known names the device, where the account has been used on it
 */
export function codeTries(
  from: string,
  { purpose, address }: Pick<NewCode, "purpose" | "address">,
  known: string | null = null,
): readonly Attempt[] {
  const named = `${purpose} ${address}`;
  if (known !== null)
    return [
      ["codeAgain", `${named} device ${known}`],
      ["codeDevice", `${named} ${known}`],
    ];
  const { client, site } = networksOf(from);
  return [
    resendAttempt({ purpose, address }, client),
    ["codePair", `${named} ${client}`],
    ...(site === null ? [] : [["codeSitePair", `${named} ${site}`] as const]),
    ["codeAddress", named],
  ];
}

/**
 * Makes a code that is to be sent. A request that is refused is not counted, because the transaction
 * is rolled back.
 * @throws {ApiFailure} too_many_tries
 */
export async function sendable(
  tx: Tx,
  deps: Deps,
  { attempts, ...newCode }: NewCode & { readonly attempts: readonly Attempt[] },
): Promise<string> {
  refuseAttempts((await countIn(tx, deps, attempts)).wait);
  return await makeCode(tx, deps, newCode);
}

/** Words of a message with a code. */
export const withCode = (
  message: Pick<Email, "to" | "locale" | "template"> & { readonly code: string },
): Email => ({ ...message, values: { minutes: CODE.seconds / 60 } });
