import type { RandomSource } from "../deps/deps.ts";
import type { FileKey } from "../deps/settings.ts";
import { seal, unseal } from "../deps/seal.ts";

const BYTES = 32;

/** A file's own key, encrypted with the operator's current key. */
export interface WrappedKey {
  readonly key_id: string;
  readonly wrapped_key: string;
}

/** @throws {Error} the operator has removed the key that encrypts the file */
function findFileKey(keys: readonly FileKey[], id: string): FileKey {
  const key = keys.find((known) => known.id === id);
  if (!key) throw new Error(`FILE_KEYS: there is no key ${id}, with which files are encrypted`);
  return key;
}

/** Creates the key of a new file. */
export function createFileKey(
  keys: readonly FileKey[],
  random: RandomSource,
  fileId: string,
): WrappedKey {
  const { id, secret } = keys[0]!;
  const key = random.bytes(BYTES);
  return { key_id: id, wrapped_key: seal({ secret, purpose: "file" }, random, key, fileId) };
}

/** @throws if the operator's key is missing, or the wrapped key belongs to another file */
export const unwrapFileKey = (
  keys: readonly FileKey[],
  { key_id, wrapped_key, id }: WrappedKey & { readonly id: string },
): Buffer => unseal({ secret: findFileKey(keys, key_id).secret, purpose: "file" }, wrapped_key, id);
