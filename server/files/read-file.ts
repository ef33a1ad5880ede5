import type { JobFileParts, JobFiles } from "../db/schema/files.ts";
import type { ByteRange } from "../http/byte-range.ts";
import { inParts } from "../objects/in-parts.ts";
import { unwrapFileKey } from "./file-keys.ts";
import { countFrames, decryptFrame, FRAME, OVERHEAD } from "./frames.ts";
import { type FileDeps, folderOf } from "./write-file.ts";

export const findFile = (
  { db }: Pick<FileDeps, "db">,
  userId: string,
  id: string,
): Promise<JobFiles | undefined> =>
  db.read((queries) =>
    queries
      .selectFrom("job_files")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst(),
  );

/**
 * Bytes of a file, or of a range of it. Each frame is verified before any of its bytes is passed
 * on.
 * @throws while it is read, if an object is missing, incomplete or changed
 */
export async function* readFile(
  { db, objects, settings }: Pick<FileDeps, "db" | "objects" | "settings">,
  file: JobFiles,
  range: ByteRange = { start: 0, end: file.bytes - 1 },
): AsyncGenerator<Uint8Array, void> {
  const key = unwrapFileKey(settings.fileKeys, file);
  const parts = await db.read((queries) =>
    queries
      .selectFrom("job_file_parts")
      .selectAll()
      .where("user_id", "=", file.user_id)
      .where("file_id", "=", file.id)
      .where("start", "<=", range.end)
      .orderBy("start")
      .execute(),
  );
  let position = range.start;
  for (const part of parts) {
    if (part.start + part.bytes <= position) continue;
    const to = Math.min(part.start + part.bytes - 1, range.end);
    const slice = { start: position - part.start, end: to - part.start };
    if (slice.start < 0) break;
    yield* readPart(objects, key, { part, slice });
    position = to + 1;
  }
  if (position <= range.end) throw new Error(`A part of the file ${file.id} is missing`);
}

/** @param slice range of the part, before encryption */
async function* readPart(
  objects: FileDeps["objects"],
  key: Uint8Array,
  { part, slice }: { readonly part: JobFileParts; readonly slice: ByteRange },
): AsyncGenerator<Uint8Array> {
  const { file_id: fileId, name, start, bytes } = part;
  const first = Math.floor(slice.start / FRAME);
  const last = Math.floor(slice.end / FRAME);
  const sealedFrame = FRAME + OVERHEAD;
  const sealedBytes = bytes + countFrames(bytes) * OVERHEAD;
  const stored = await objects.get(`${folderOf(fileId)}/${name}`, {
    start: first * sealedFrame,
    end: Math.min((last + 1) * sealedFrame, sealedBytes) - 1,
  });
  if (!stored) throw new Error(`An object of the file ${fileId} is missing`);
  let index = first;
  for await (const sealed of inParts(stored, sealedFrame)) {
    const opened = decryptFrame(key, { fileId, name, start, bytes }, { index, sealed });
    const at = index * FRAME;
    yield opened.subarray(Math.max(0, slice.start - at), slice.end + 1 - at);
    index++;
  }
  if (index !== last + 1) throw new Error(`An object of the file ${fileId} is truncated`);
}
