import { createHmac } from "node:crypto";

/**
 * An independent implementation of authenticator codes, to check the server against a second
 * reading of RFC 6238.
 * @param uri `otpauth:` URI, as scanned
 * @param now epoch milliseconds
 */
export function totp(uri: string, now: number): string {
  const secret = new URL(uri).searchParams.get("secret")!;
  let bits = 0n;
  for (const letter of secret)
    bits = (bits << 5n) | BigInt("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter));
  const key = Buffer.from(bits.toString(16).padStart((secret.length * 5) / 4, "0"), "hex");
  const step = Buffer.from(
    Math.floor(now / 30_000)
      .toString(16)
      .padStart(16, "0"),
    "hex",
  );
  const mac = [...createHmac("sha1", key).update(step).digest()];
  const from = mac[19]! % 16;
  const [a, b, c, d] = mac.slice(from, from + 4) as [number, number, number, number];
  const value = ((a % 128) * 256 ** 3 + b * 256 ** 2 + c * 256 + d) % 1_000_000;
  return String(value).padStart(6, "0");
}
