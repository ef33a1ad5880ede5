import type { HostedContents } from "../db/schema/credits.ts";
import type { Deps } from "../deps/deps.ts";
import { createFileKey, unwrapFileKey } from "../files/file-keys.ts";
import { type PartId, decryptPart, encryptPart } from "../files/frames.ts";
import type { CallName } from "../usage/hosted-calls.ts";

/** What a content belongs to; encryption binds it to all of these values but the job. */
type ContentName = Pick<HostedContents, "user_id" | "key" | "role" | "usage_id">;

const partOf = ({ user_id, key, role }: ContentName, bytes: number): PartId => ({
  fileId: `hosted ${user_id} ${key}`,
  name: role,
  start: 0,
  bytes,
});

/** Encrypts an input or a result with a key of its own, as files of jobs are. */
export function sealContent(
  { settings, random, clock }: Pick<Deps, "settings" | "random" | "clock">,
  name: ContentName,
  bytes: Uint8Array,
): HostedContents {
  const part = partOf(name, bytes.length);
  const wrapped = createFileKey(settings.fileKeys, random, part.fileId);
  const key = unwrapFileKey(settings.fileKeys, { ...wrapped, id: part.fileId });
  return {
    ...name,
    ...wrapped,
    bytes: bytes.length,
    sealed: encryptPart(key, part, { bytes, random }),
    created_at: clock(),
  };
}

/**
 * Reads and decrypts the input or the result of a call.
 * @returns null if it is not stored
 * @throws if it was changed, or its key is missing
 */
export async function readContent(
  { db, settings }: Pick<Deps, "db" | "settings">,
  { userId, key }: CallName,
  role: HostedContents["role"],
): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await db.read((queries) =>
    queries
      .selectFrom("hosted_contents")
      .selectAll()
      .where("user_id", "=", userId)
      .where("key", "=", key)
      .where("role", "=", role)
      .executeTakeFirst(),
  );
  if (!row) return null;
  const part = partOf(row, row.bytes);
  const fileKey = unwrapFileKey(settings.fileKeys, { ...row, id: part.fileId });
  return new Uint8Array(decryptPart(fileKey, part, row.sealed));
}
