import { hash } from "node:crypto";

/**
 * 96 bits of SHA-256 as 16 URL-safe characters. Identifies content; does not protect against
 * forgery.
 */
export const digest = (data: string | Uint8Array): string =>
  hash("sha256", data, "base64url").slice(0, 16);

/** The `digest` for a SHA-256 hash. @param hex 64 hexadecimal digits */
export const digestOfHex = (hex: string): string =>
  Buffer.from(hex, "hex").toString("base64url").slice(0, 16);

/** 8 hexadecimal digits that show people whether a section has changed. */
export const shortDigest = (data: string): string => hash("sha256", data, "hex").slice(0, 8);
