import { PODCAST_AUDIO } from "../podcasts/audio.ts";
import { moveStorageTotal } from "../podcasts/storage-total.ts";
import type { TestServer } from "./test-server.ts";

/** Inserts the row of an uploaded audio file, without its bytes. @returns its URL */
export async function addAudio({ deps }: TestServer, userId: string): Promise<string> {
  const id = deps.random.bytes(18).toString("base64url");
  const row = { id, user_id: userId, type: "audio/mpeg", size: 1000, podcast_id: null };
  await deps.db.write(async (tx) => {
    await tx
      .insertInto("podcast_audio")
      .values({ ...row, created_at: deps.clock() })
      .execute();
    await moveStorageTotal(tx, { kind: "podcast_audio", by: row.size });
  });
  return `https://api.example${PODCAST_AUDIO}${id}`;
}
