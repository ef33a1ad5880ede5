import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { isAiff, openAiff } from "../../audio/media/aiff.ts";
import type { PcmFile, ReadBytes } from "../../audio/media/pcm.ts";
import { isWav, openWav } from "../../audio/media/wav.ts";
import type { AudioFile } from "./open-file.ts";

/** Bytes from a place to before another, fewer where the file ends. */
export const readFrom =
  (handle: FileHandle): ReadBytes =>
  async (from, to, room) => {
    const length = to - from;
    const bytes = room && room.length >= length ? room.subarray(0, length) : new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  };

/**
 * Opens what needs no decoder.
 * @param head its first bytes
 * @returns null for what needs one
 * @throws {MediaError}
 */
export async function openPcm(
  file: string,
  head: Uint8Array,
): Promise<Omit<AudioFile, "tags"> | null> {
  if (!isAiff(head) && !isWav(head)) return null;
  const handle = await open(file);
  let found: PcmFile | null = null;
  try {
    const read = readFrom(handle);
    found = isAiff(head) ? await openAiff(read) : await openWav(read, (await handle.stat()).size);
  } finally {
    if (!found) await handle.close();
  }
  if (!found) return null;
  const { blocks, ...facts } = found;
  return { ...facts, open: () => blocks(0, true), close: () => void handle.close() };
}
