import { createHmac } from "node:crypto";
import type { Deps } from "../deps/deps.ts";
import type { Email } from "../deps/mail.ts";
import { seal, unseal } from "../deps/seal.ts";

/** Padding in bytes, so that the length does not reveal the content. */
const STEP = 512;

/** Keyed digest that finds a recipient's messages without revealing the address. */
export const recipientKey = (secret: string, address: string): string =>
  createHmac("sha256", secret).update(`outbox ${address.toLowerCase()}`).digest("base64url");

/** Encrypts a message with the server's secret. @param email null: no message */
export function sealEmail(secret: string, random: Deps["random"], email: Email | null): string {
  const text = Buffer.from(JSON.stringify(email));
  const filled = Buffer.alloc(Math.ceil(text.length / STEP) * STEP, " ");
  text.copy(filled);
  return seal({ secret, purpose: "outbox" }, random, filled);
}

/** @throws for data that was encrypted with another secret, or is damaged */
export function openEmail(secret: string, sealed: string): Email | null {
  const text = unseal({ secret, purpose: "outbox" }, sealed).toString();
  return JSON.parse(text) as Email | null;
}
