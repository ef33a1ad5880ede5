import { createHmac, timingSafeEqual } from "node:crypto";
import { WebhookRefused } from "../../ports/payment.ts";

/** Maximum difference in seconds between a signature's timestamp and the current time. */
const TOLERANCE = 300;

const signatureOf = (body: Uint8Array, secret: string, seconds: number): Buffer =>
  createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();

/** Signature header of a body: `t=<epoch seconds>,v1=<hexadecimal>`. */
export const sign = (body: Uint8Array, secret: string, now: number): string => {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${signatureOf(body, secret, seconds).toString("hex")}`;
};

/**
 * Verifies the signature and the age of a body, which must be the unmodified bytes.
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
  // There are several signatures while a secret is being rotated.
  const isSigned = parts.some(([name, value]) => {
    if (name !== "v1" || !/^[0-9a-f]{64}$/.test(value ?? "")) return false;
    return timingSafeEqual(Buffer.from(value!, "hex"), expected);
  });
  if (!isSigned) throw new WebhookRefused("The signature is another one");
  if (Math.abs(now / 1000 - seconds) > TOLERANCE) throw new WebhookRefused("It is too old");
}
