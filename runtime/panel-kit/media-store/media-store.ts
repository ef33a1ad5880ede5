import { fingerprintOf } from "../../audio/fingerprint.ts";
import { records } from "../../audio/records.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import { objectOf } from "../settings/json-values.ts";

/** A file in the media store, by a hash of its content. */
export interface StoredMedia extends JsonObject {
  readonly key: string;
  readonly name: string;
}

/** Parses a reference to a stored file; null if it is invalid. */
export const readStoredMedia = (value: Json | undefined): StoredMedia | null => {
  const { key, name } = objectOf(value);
  return typeof key === "string" && typeof name === "string" ? { key, name } : null;
};

/** Stores a file that results are made with on the device, so that it survives a reload. */
export async function storeMedia(file: Blob, name: string): Promise<StoredMedia> {
  const digest = (data: BufferSource) => crypto.subtle.digest("SHA-256", data);
  // Without a secure context there is no digest: size and name identify the file.
  const key = await fingerprintOf(file, digest).catch(() => `${file.size} ${name}`);
  await records.put("media", key, file);
  return { key, name };
}

/** @returns null if the file was deleted */
export const openStoredMedia = (file: StoredMedia | null): Promise<Blob | null> =>
  file ? records.get("media", file.key) : Promise.resolve(null);
