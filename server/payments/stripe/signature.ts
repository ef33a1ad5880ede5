import { createHmac, timingSafeEqual } from "node:crypto";
import { WebhookRefused } from "../../ports/payment.ts";

/** Seconds by which the time of a signature may differ from ours. */
const TOLERANCE = 300;

const signatureOf = (body: Uint8Array, secret: string, seconds: number): Buffer =>
  createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();

/** A header that vouches for a body: `t=<epoch seconds>,v1=<hexadecimal>`. */
export const sign = (body: Uint8Array, secret: string, now: number): string => {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${signatureOf(body, secret, seconds).toString("hex")}`;
};

/**
 * Checks that a body is from who has the secret, and fresh. It must be the bytes as they came.
 * @param now epoch milliseconds
 * @throws {WebhookRefused}
 */
export function checkSignature(
  body: Uint8Array,
  header: string | null,
  secret: string,
  now: number,
): void {
  const parts = (header ?? "")
    .slice(0, 2000)
    .split(",")
    .map((part) => part.trim().split("=", 2) as [string, string | undefined]);
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time)) throw new WebhookRefused("It is not signed");
  const seconds = Number(time);
  const expected = signatureOf(body, secret, seconds);
  // More than one while a secret is being replaced.
  const isSigned = parts.some(([name, value]) => {
    if (name !== "v1" || !/^[0-9a-f]{64}$/.test(value ?? "")) return false;
    return timingSafeEqual(Buffer.from(value!, "hex"), expected);
  });
  if (!isSigned) throw new WebhookRefused("The signature is another one");
  if (Math.abs(now / 1000 - seconds) > TOLERANCE) throw new WebhookRefused("It is too old");
}
