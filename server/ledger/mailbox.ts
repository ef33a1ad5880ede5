import { createHmac } from "node:crypto";
import type { Settings } from "../deps/settings.ts";

/** Domains at which dots in the local part mean nothing, by the name that they share. */
const DOTLESS: Readonly<Record<string, string>> = {
  "gmail.com": "gmail.com",
  "googlemail.com": "gmail.com",
};

/**
 * The mailbox that an address leads to: tags after a plus sign are removed, and dots at providers
 * that are known to ignore them. A phone number stays as it is.
 * @param address in the form in which it is looked up
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)] as const;
  const untagged = local.replace(/(?<=.)\+.*$/s, "");
  const dotless = DOTLESS[domain];
  return dotless === undefined
    ? `${untagged}@${domain}`
    : `${untagged.replaceAll(".", "")}@${dotless}`;
}

/** Keyed digest of a mailbox, from which it cannot be found without the server's secret. */
export const mailboxKey = ({ secret }: Pick<Settings, "secret">, address: string): string =>
  createHmac("sha256", secret)
    .update(`free credits ${mailboxOf(address)}`)
    .digest("base64url");
