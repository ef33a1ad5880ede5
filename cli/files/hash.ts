import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";

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

/** SHA-256 of a file, hexadecimal. */
export async function digestOfFile(file: string): Promise<string> {
  const sha256 = createHash("sha256");
  for await (const chunk of createReadStream(file)) sha256.update(chunk as Buffer);
  return sha256.digest("hex");
}
