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
 * Checks that a message can be sent to an address. The result does not depend on whether the
 * address has an account.
 * @param channel the requested channel; any channel if undefined
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

/** Limit on the time between two codes for a client. A correct code resets it. */
export const resendAttempt = (
  { purpose, address }: Pick<NewCode, "purpose" | "address">,
  client: string,
): Attempt => ["codeAgain", `${purpose} ${address} ${client}`];

/**
 * The limits that apply to a code for an address.
 * @param known identifies the device, if it has been used with the account before
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
 * Creates a code to be sent. A rejected request is not counted, because the transaction is rolled
 * back.
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

export const withCode = (
  message: Pick<Email, "to" | "locale" | "template"> & { readonly code: string },
): Email => ({ ...message, values: { minutes: CODE.seconds / 60 } });
