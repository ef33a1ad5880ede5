import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { RandomSource } from "./deps.ts";

const METHOD = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/** What a secret is made into: a key of its own for each purpose. */
export interface SealKey {
  readonly secret: string;
  readonly purpose: "outbox" | "second-factor";
}

const keyOf = ({ secret, purpose }: SealKey): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

/**
 * Encrypts what only who has the secret may read.
 * @param bound what it belongs to: elsewhere it cannot be opened
 * @returns nonce, tag and bytes, as base64url
 */
export function seal(key: SealKey, random: RandomSource, bytes: Uint8Array, bound = ""): string {
  const nonce = random.bytes(NONCE);
  const cipher = createCipheriv(METHOD, keyOf(key), nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** @throws for what was sealed with another secret or for something else, or is damaged */
export function unseal(key: SealKey, sealed: string, bound = ""): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(METHOD, keyOf(key), bytes.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
}
