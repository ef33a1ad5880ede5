import { fingerprintOf } from "../../audio/fingerprint.ts";
import { records } from "../../audio/records.ts";
import type { KeptFile } from "./film-settings.ts";

/** Keeps a file that films are made with on the device, so that it is there after a reload. */
export async function keepMedia(file: File): Promise<KeptFile> {
  const digest = (data: BufferSource) => crypto.subtle.digest("SHA-256", data);
  // Where the browser gives no digest (no certificate), its name stands for it.
  const key = await fingerprintOf(file, digest).catch(() => `${file.size} ${file.name}`);
  await records.put("media", key, file);
  return { key, name: file.name };
}

/** @returns null where it is gone */
export const openKept = (file: KeptFile | null): Promise<Blob | null> =>
  file ? records.get("media", file.key) : Promise.resolve(null);

/** Bytes of a file with captions at most. */
const MOST = 2_000_000;

/** The text of a file; null where it is none, or too long. */
export async function textOf(file: Blob): Promise<string | null> {
  if (file.size > MOST) return null;
  const text = await file.text();
  return text.includes("\u0000") ? null : text;
}
