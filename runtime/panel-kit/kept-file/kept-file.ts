import { fingerprintOf } from "../../audio/fingerprint.ts";
import { records } from "../../audio/records.ts";
import type { Json, JsonObject } from "../../workspace/contract/json.ts";
import { objectOf } from "../settings/kept.ts";

/** A file that is kept on the device, by its content. */
export interface KeptFile extends JsonObject {
  readonly key: string;
  readonly name: string;
}

/** What was kept of one, as far as it makes sense. */
export const readKept = (value: Json | undefined): KeptFile | null => {
  const { key, name } = objectOf(value);
  return typeof key === "string" && typeof name === "string" ? { key, name } : null;
};

/** Keeps a file that results are made with on the device, so that it is there after a reload. */
export async function keepFile(file: Blob, name: string): Promise<KeptFile> {
  const digest = (data: BufferSource) => crypto.subtle.digest("SHA-256", data);
  // Where the browser gives no digest (no certificate), its name stands for it.
  const key = await fingerprintOf(file, digest).catch(() => `${file.size} ${name}`);
  await records.put("media", key, file);
  return { key, name };
}

/** @returns null where it is gone */
export const openKept = (file: KeptFile | null): Promise<Blob | null> =>
  file ? records.get("media", file.key) : Promise.resolve(null);
