import { sql } from "kysely";
import type { HostedContents } from "../db/schema/credits.ts";
import type { Queries } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { createFileKey, unwrapFileKey } from "../files/file-keys.ts";
import {
  type PartId,
  countFrames,
  decryptFrame,
  encryptPart,
  FRAME,
  OVERHEAD,
} from "../files/frames.ts";
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

/** Frames that are read first: a spoken sentence has no more. */
const FIRST_FRAMES = 4;
/**
 * Maximum number of further pieces: SQLite reads all bytes that precede a piece, so that more of
 * them would take quadratic time.
 */
const MAX_SLICES = 16;
const SEALED_FRAME = FRAME + OVERHEAD;

/** Encrypted frames; both databases count bytes from one. */
const sealedFrames = (first: number, count: number) =>
  sql<Uint8Array>`substr(sealed, ${first * SEALED_FRAME + 1}, ${count * SEALED_FRAME})`;

/** A content that is read and decrypted in pieces, so that each reader holds only one in memory. */
export interface StoredContent {
  readonly bytes: number;
  /**
   * Each frame is verified before it is passed on.
   * @throws while it is read, if the content was changed, or has been erased or replaced
   */
  readonly frames: AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/**
 * Finds the input or the result of a call.
 * @returns null if it is not stored
 * @throws if its first frame was changed, or its key is missing
 */
export async function openContent(
  { db, settings }: Pick<Deps, "db" | "settings">,
  { userId, key }: CallName,
  role: HostedContents["role"],
): Promise<StoredContent | null> {
  const find = (queries: Queries) =>
    queries
      .selectFrom("hosted_contents")
      .where("user_id", "=", userId)
      .where("key", "=", key)
      .where("role", "=", role);
  const row = await db.read((queries) =>
    find(queries)
      .select(["user_id", "key", "role", "usage_id", "key_id", "wrapped_key", "bytes"])
      .select(sealedFrames(0, FIRST_FRAMES).as("sealed"))
      .executeTakeFirst(),
  );
  if (!row) return null;
  const { bytes, wrapped_key } = row;
  const part = partOf(row, bytes);
  const fileKey = unwrapFileKey(settings.fileKeys, { ...row, id: part.fileId });
  const count = countFrames(bytes);
  const sliceFrames = Math.max(FIRST_FRAMES, Math.ceil(count / MAX_SLICES));
  function* decrypt(first: number, sealed: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
    for (let at = 0, index = first; at < sealed.length; at += SEALED_FRAME, index++) {
      const frame = { index, sealed: sealed.subarray(at, at + SEALED_FRAME) };
      yield new Uint8Array(decryptFrame(fileKey, part, frame));
    }
  }
  // The first piece is passed on, because a closure would hold it until the end.
  async function* read(
    verified: Uint8Array<ArrayBuffer>,
    others: Iterable<Uint8Array<ArrayBuffer>>,
  ): StoredContent["frames"] {
    yield verified;
    yield* others;
    for (let first = FIRST_FRAMES; first < count; first += sliceFrames) {
      const slice = await db.read((queries) =>
        find(queries)
          .select(sealedFrames(first, sliceFrames).as("sealed"))
          // A later result of the same call has another key.
          .where("wrapped_key", "=", wrapped_key)
          .executeTakeFirst(),
      );
      if (!slice) throw new Error("A content was erased while it was read");
      yield* decrypt(first, slice.sealed);
    }
  }
  const opened = decrypt(0, row.sealed);
  const { value: verified = new Uint8Array() } = opened.next() as {
    value?: Uint8Array<ArrayBuffer>;
  };
  return { bytes, frames: read(verified, opened) };
}

/** Reads all of a content. @throws as its frames do */
export async function readWhole({
  bytes,
  frames,
}: StoredContent): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for await (const frame of frames) {
    whole.set(frame, at);
    at += frame.length;
  }
  return whole;
}
