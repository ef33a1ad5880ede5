import { domainToASCII } from "node:url";
import { phoneOf } from "#core/api/contract/addresses.ts";

/** By what an account is known, and where its messages go: a mailbox, or a phone. */
export interface Address {
  /** What is written to: as it was typed, its domain in ASCII; of a phone the number alone. */
  readonly email: string;
  /** The form in which it is looked up. */
  readonly address: string;
}

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * The one address that a text is: no lists, names, comments, quotes or line ends, with which mail
 * would go to somebody else too; or the one number of a phone. Null for anything else.
 */
export function parseAddress(text: string): Address | null {
  const trimmed = text.trim();
  const phone = phoneOf(trimmed);
  if (phone !== null) return { email: phone, address: phone };
  const at = trimmed.lastIndexOf("@");
  const local = trimmed.slice(0, at);
  if (at < 1 || local.length > 64 || !LOCAL.test(local)) return null;
  const domain = domainToASCII(trimmed.slice(at + 1));
  const labels = domain.split(".");
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return null;
  if (/^\d+$/.test(labels.at(-1)!)) return null;
  const email = `${local}@${domain}`;
  return email.length > 254 ? null : { email, address: email.toLowerCase() };
}
