import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { RandomSource } from "./deps.ts";

const METHOD = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/** The secret and the purpose from which a key is derived; each purpose has its own key. */
export interface SealKey {
  readonly secret: string;
  readonly purpose: "outbox" | "second-factor" | "file" | "receipt";
}

/** 32 bytes for a single purpose. */
export const deriveKey = ({ secret, purpose }: SealKey): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

/**
 * Encrypts bytes with a key derived from the secret.
 * @param bound the context of the data, without which it cannot be decrypted
 * @returns nonce, tag and ciphertext, as base64url
 */
export function seal(key: SealKey, random: RandomSource, bytes: Uint8Array, bound = ""): string {
  const nonce = random.bytes(NONCE);
  const cipher = createCipheriv(METHOD, deriveKey(key), nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** @throws for data that was encrypted with another secret or for another context, or is damaged */
export function unseal(key: SealKey, sealed: string, bound = ""): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(METHOD, deriveKey(key), bytes.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
}
