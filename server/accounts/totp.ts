import { createHmac, timingSafeEqual } from "node:crypto";
import { SECOND_FACTOR } from "#core/api/contract/shapes.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** Steps before and after the present one whose codes are taken: clocks differ. */
const DRIFT = 1;

/** Bytes as base32 of RFC 4648, without padding: as authenticators take them. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => LETTERS[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** Number of the 30 seconds in which a time lies. @param now epoch milliseconds */
export const stepAt = (now: number): number => Math.floor(now / 1000 / SECOND_FACTOR.seconds);

/** The code of a step: RFC 6238 with SHA-1, which is all that many authenticators know. */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const value = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff;
  const { digits } = SECOND_FACTOR;
  return String(value % 10 ** digits).padStart(digits, "0");
}

/** The step that a code belongs to; null for a wrong one. All are compared, always. */
export function findStep(secret: Uint8Array, code: string, now: number): number | null {
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step++) {
    const expected = Buffer.from(codeOf(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** What an authenticator scans: Google's format, which all of them read. */
export function otpAddress(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const { digits, seconds } = SECOND_FACTOR;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${seconds}`;
}
