import { takeSlots } from "../admission/slots.ts";
import type { PodcastAudio } from "../db/schema/media.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { checkLength, readChunks } from "../http/body.ts";
import { type ApiResponse, successResponse } from "../http/api-response.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext } from "../http/request-context.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { describeError } from "../deps/log.ts";
import { originOf } from "../payments/return-address.ts";
import { AUDIO_LIMIT, DAY, keyOf, PODCAST_AUDIO } from "./audio.ts";
import { deleteAudio, moveStorageTotal } from "./storage-total.ts";
import { audioTypeOf, HEAD, isAudio } from "./audio-types.ts";

/** Milliseconds in which an upload has to arrive. */
const UPLOAD_TIME = 110_000;
/** Maximum number of uploads per user and day. */
const A_DAY = 20;
/** Maximum total bytes of a user's files. */
const OWN_BYTES = 1024 ** 3;

/** Total bytes of a user's files, including the declared sizes of uploads in progress. */
async function sizeOf(tx: Tx, userId: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom("podcast_audio")
    .select((fields) => fields.fn.sum<number | null>("size").as("bytes"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/**
 * Reserves an upload before its bytes arrive, so that concurrent uploads count in all processes.
 * @throws {ApiFailure} too_many_tries, quota_used, storage_full
 */
async function reserveFile(deps: Deps, row: Omit<PodcastAudio, "created_at">): Promise<void> {
  const now = deps.clock();
  await deps.db.write(async (tx) => {
    await lockWallet(tx, row.user_id);
    const { count } = await tx
      .selectFrom("podcast_audio")
      .select((fields) => fields.fn.countAll<number>().as("count"))
      .where("user_id", "=", row.user_id)
      .where("created_at", ">", now - DAY)
      .executeTakeFirstOrThrow();
    if (Number(count) >= A_DAY) throw new ApiFailure("too_many_tries", { retryAfter: 3600 });
    if ((await sizeOf(tx, row.user_id)) + row.size > OWN_BYTES) throw new ApiFailure("quota_used");
    await tx
      .insertInto("podcast_audio")
      .values({ ...row, created_at: now })
      .execute();
    await moveStorageTotal(tx, {
      kind: "podcast_audio",
      by: row.size,
      limit: deps.settings.uploadBytes,
    });
  });
}

/**
 * Removes an incomplete upload, so that it no longer counts. If that fails, the file is removed
 * after a day.
 */
async function forgetFile({ db, objects }: Deps, id: string): Promise<void> {
  await objects.remove(keyOf(id));
  await db.write((tx) => deleteAudio(tx, "id", id));
}

/**
 * Passes chunks through once the first bytes have been verified to be audio.
 * @param onSize called with the bytes received so far
 * @throws {ApiFailure} invalid_request
 */
async function* audioOnly(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
  onSize: (size: number) => void,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of chunks) {
    onSize((size += chunk.length));
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (size < HEAD) continue;
    if (!isAudio(head, type)) break;
    yield head;
    head = null;
  }
  if (head !== null) throw new ApiFailure("invalid_request", { status: 415 });
}

/**
 * Uploads a podcast's audio: reserves the daily quota and a slot first, then streams the bytes to
 * the store.
 * @throws {ApiFailure} invalid_request: not an accepted audio type; too_large, too_many_tries,
 *   quota_used, storage_full
 */
export async function uploadAudio(context: UserContext): Promise<ApiResponse> {
  const { deps, request, user } = context;
  const { userId } = user;
  const type = audioTypeOf(request.headers.get("content-type"));
  if (type === null) throw new ApiFailure("invalid_request", { status: 415 });
  checkLength(request, AUDIO_LIMIT);
  // Until the upload is complete, its declared size counts, or the maximum.
  const announced = Number(request.headers.get("content-length") ?? AUDIO_LIMIT);
  const release = await takeSlots(deps, {
    work: "uploads",
    slotKeys: [["uploadAccount", userId]],
    retryAfter: 30,
  });
  try {
    const id = deps.random.bytes(18).toString("base64url");
    await reserveFile(deps, { id, user_id: userId, type, size: announced, podcast_id: null });
    try {
      const chunks = readChunks(request, AUDIO_LIMIT, UPLOAD_TIME);
      await storeAudio(deps, { id, type, announced, chunks });
    } catch (error) {
      await forgetFile(deps, id).catch((cause: unknown) =>
        deps.log("warn", "upload_not_removed", describeError(cause)),
      );
      throw error;
    }
    return successResponse({ audio_url: `${originOf(context)}${PODCAST_AUDIO}${id}` });
  } finally {
    await release();
  }
}

interface Incoming {
  readonly id: string;
  readonly type: string;
  /** Declared bytes. */
  readonly announced: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

async function storeAudio(
  { db, objects }: Deps,
  { id, type, announced, chunks }: Incoming,
): Promise<void> {
  let size = 0;
  const checked = audioOnly(chunks, type, (bytes) => (size = bytes));
  await objects.put(keyOf(id), checked, type);
  const stored = await db.write(async (tx) => {
    const row = await tx
      .updateTable("podcast_audio")
      .set({ size })
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (row) await moveStorageTotal(tx, { kind: "podcast_audio", by: size - announced });
    return row;
  });
  // The account was deleted in the meantime.
  if (!stored) throw new ApiFailure("not_signed_in");
}
