import { createHmac, timingSafeEqual } from "node:crypto";
import { SECOND_FACTOR } from "#core/api/contract/shapes.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** Time steps before and after the current one whose codes are accepted, for clock drift. */
const DRIFT = 1;

/** Encodes bytes as base32 (RFC 4648) without padding, as authenticators expect. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => LETTERS[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** Number of the 30-second time step. @param now epoch milliseconds */
export const stepAt = (now: number): number => Math.floor(now / 1000 / SECOND_FACTOR.seconds);

/** The code of a time step: RFC 6238 with SHA-1, the only hash that many authenticators support. */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const value = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff;
  const { digits } = SECOND_FACTOR;
  return String(value % 10 ** digits).padStart(digits, "0");
}

/**
 * The time step of a code; null for an incorrect code. All steps are always compared, in constant
 * time.
 */
export function findStep(secret: Uint8Array, code: string, now: number): number | null {
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step++) {
    const expected = Buffer.from(codeOf(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** URI of the QR code for authenticators, in Google's format, which all of them support. */
export function otpAddress(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const { digits, seconds } = SECOND_FACTOR;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${seconds}`;
}
