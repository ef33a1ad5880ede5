import { createHmac } from "node:crypto";
import type { Deps } from "../deps/deps.ts";
import type { Email } from "../deps/mail.ts";
import { seal, unseal } from "../deps/seal.ts";

/** Bytes to which what is sealed is filled up, so that its length says nothing of it. */
const STEP = 512;

/** What a recipient's messages are found by; it names nobody. */
export const recipientKey = (secret: string, address: string): string =>
  createHmac("sha256", secret).update(`outbox ${address.toLowerCase()}`).digest("base64url");

/** A message that only who has the secret can read. @param email null: none */
export function sealEmail(secret: string, random: Deps["random"], email: Email | null): string {
  const text = Buffer.from(JSON.stringify(email));
  const filled = Buffer.alloc(Math.ceil(text.length / STEP) * STEP, " ");
  text.copy(filled);
  return seal({ secret, purpose: "outbox" }, random, filled);
}

/** @throws for what was sealed with another secret, or is damaged */
export function openEmail(secret: string, sealed: string): Email | null {
  const text = unseal({ secret, purpose: "outbox" }, sealed).toString();
  return JSON.parse(text) as Email | null;
}
