import type { IncrementalHash } from "./fetch-model.ts";

/** Incremental SHA-256, which Web Crypto does not offer. Loaded with the first model. */
export async function createSha256(): Promise<IncrementalHash> {
  const { sha256 } = await import("@noble/hashes/sha2.js");
  return sha256.create();
}
