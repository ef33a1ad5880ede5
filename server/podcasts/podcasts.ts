import type { ResponseOf, RequestOf } from "#core/api/contract/call.ts";
import type { getPodcast } from "#core/api/podcasts/get-podcast.ts";
import type { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { UserContext, RequestContext } from "../http/request-context.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { originOf } from "../payments/return-address.ts";
import { addTask } from "../payments/tasks.ts";
import { findSession } from "../sessions/sessions.ts";
import { keyOf, PODCAST_AUDIO } from "./audio.ts";
import { deleteAudio } from "./storage-total.ts";
import { summarize } from "./summary.ts";

type Podcast = RequestOf<typeof savePodcast>;

const DAY = 86_400_000;
/** Maximum number of podcasts a user may share per day. */
const A_DAY = 50;
/** @throws {ApiFailure} invalid_request */
function check({ title, transcript }: Podcast): void {
  if (title.trim() === "" || transcript.some(({ start, end }) => start > end))
    throw new ApiFailure("invalid_request");
}

/**
 * Id of the uploaded audio at a URL; audio from elsewhere is rejected.
 * @throws {ApiFailure} invalid_request
 */
function readAddress(context: RequestContext, address: string): string {
  const own = originOf(context);
  const url = URL.parse(address, own);
  const id = /^\/audio\/podcasts\/([\w-]{24})$/.exec(url?.pathname ?? "")?.[1];
  if (url?.origin !== own || id === undefined || url.username !== "" || url.password !== "")
    throw new ApiFailure("invalid_request");
  return id;
}

/**
 * Shares a podcast: anyone with its id can listen to it.
 * @throws {ApiFailure} invalid_request; not_found: the audio does not belong to the user;
 *   too_many_tries
 */
export async function sharePodcast(
  context: UserContext,
  podcast: Podcast,
): Promise<{ id: string }> {
  check(podcast);
  const { deps, user } = context;
  const { userId } = user;
  const audioId = readAddress(context, podcast.audio_url);
  const id = deps.random.bytes(12).toString("base64url");
  const now = deps.clock();
  await deps.db.write(async (tx) => {
    await lockWallet(tx, userId);
    const { count } = await tx
      .selectFrom("podcasts")
      .select((fields) => fields.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .where("created_at", ">", now - DAY)
      .executeTakeFirstOrThrow();
    if (Number(count) >= A_DAY) throw new ApiFailure("too_many_tries", { retryAfter: 3600 });
    const linked = await tx
      .updateTable("podcast_audio")
      .set({ podcast_id: id })
      .where("id", "=", audioId)
      .where("user_id", "=", userId)
      .where("podcast_id", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!linked) throw new ApiFailure("not_found");
    await tx
      .insertInto("podcasts")
      .values({
        id,
        user_id: userId,
        title: podcast.title.trim(),
        language: podcast.language,
        milliseconds: Math.round(podcast.duration * 1000),
        audio_url: PODCAST_AUDIO + audioId,
        transcript: JSON.stringify(podcast.transcript),
        summary: summarize(podcast.transcript),
        created_at: now,
      })
      .execute();
  });
  return { id };
}

/**
 * Deletes a user's podcast: it becomes unavailable immediately, and its audio is removed soon
 * after.
 * @throws {ApiFailure} not_found: there is none, or it belongs to another user
 */
export async function deletePodcast({ deps, user }: UserContext, id: string): Promise<void> {
  const { userId } = user;
  await deps.db.write(async (tx) => {
    const deleted = await tx
      .deleteFrom("podcasts")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returning("id")
      .executeTakeFirst();
    if (!deleted) throw new ApiFailure("not_found");
    for (const audioId of await deleteAudio(tx, "podcast_id", id))
      await addTask(tx, deps, { provider: "", kind: "erase", ref: keyOf(audioId) });
  });
}

/** @throws {ApiFailure} not_found */
export async function readPodcast(
  context: RequestContext,
  id: string,
): Promise<ResponseOf<typeof getPodcast>> {
  const { deps, request } = context;
  const row = await deps.db.read((queries) =>
    queries.selectFrom("podcasts").selectAll().where("id", "=", id).executeTakeFirst(),
  );
  if (!row) throw new ApiFailure("not_found");
  const token = request.headers.get("authorization");
  const session = token === null ? null : await findSession(deps, token);
  const { title, language, milliseconds, audio_url, created_at, transcript } = row;
  return {
    id,
    own: session?.userId === row.user_id,
    title,
    language,
    duration: milliseconds / 1000,
    audio_url: audio_url.startsWith("/") ? originOf(context) + audio_url : audio_url,
    created_at: Math.floor(created_at / 1000),
    transcript: JSON.parse(transcript) as Podcast["transcript"],
  };
}
