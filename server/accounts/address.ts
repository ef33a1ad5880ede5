import { domainToASCII } from "node:url";
import { phoneOf } from "#core/api/contract/addresses.ts";

/** Identifies an account and receives its messages: a mailbox or a phone number. */
export interface Address {
  /**
   * The address that messages are sent to, as typed, with its domain in ASCII; for a phone, the
   * number alone.
   */
  readonly email: string;
  /** Normalized form for lookups. */
  readonly address: string;
}

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Parses text as exactly one address or phone number. Lists, names, comments, quotes and line
 * breaks are rejected, because they could add recipients. Returns null for anything else.
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
