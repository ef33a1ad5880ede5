import type { IncrementalHash } from "./fetch-model.ts";

/**
 * SHA-256 piece by piece, which browsers' own cryptography cannot do. Its code is loaded with the first
 * model that somebody wants.
 */
export async function createSha256(): Promise<IncrementalHash> {
  const { sha256 } = await import("@noble/hashes/sha2.js");
  return sha256.create();
}
