import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import type { Deps } from "../deps/deps.ts";
import type { Email } from "../deps/mail.ts";

const METHOD = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;
/** Bytes to which what is sealed is filled up, so that its length says nothing of it. */
const STEP = 512;

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "", "outbox", 32));

/** What a recipient's messages are found by; it names nobody. */
export const recipientKey = (secret: string, address: string): string =>
  createHmac("sha256", secret).update(`outbox ${address.toLowerCase()}`).digest("base64url");

/** A message that only who has the secret can read. @param email null: none */
export function sealEmail(secret: string, random: Deps["random"], email: Email | null): string {
  const nonce = random.bytes(NONCE);
  const cipher = createCipheriv(METHOD, keyOf(secret), nonce);
  const text = Buffer.from(JSON.stringify(email));
  const filled = Buffer.alloc(Math.ceil(text.length / STEP) * STEP, " ");
  text.copy(filled);
  const sealed = Buffer.concat([cipher.update(filled), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** @throws for what was sealed with another secret, or is damaged */
export function openEmail(secret: string, sealed: string): Email | null {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(METHOD, keyOf(secret), bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
  return JSON.parse(text.toString()) as Email | null;
}
