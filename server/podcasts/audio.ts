import { success } from "../http/outcome.ts";
import type { Outcome } from "../http/outcome.ts";
import { attachmentOf } from "../http/attachment.ts";
import { readBody } from "../http/body.ts";
import { parseRange } from "../http/byte-range.ts";
import { Refusal } from "../http/refusal.ts";
import type { UserVisit, Visit } from "../http/visit.ts";
import type { Deps } from "../deps.ts";
import { originOf } from "../payments/return-address.ts";
import { addTask } from "../payments/tasks.ts";
import { audioTypeOf, extensionOf, isAudio } from "./audio-types.ts";

/** Where shared audio is. */
export const PODCAST_AUDIO = "/audio/podcasts/";
/** Bytes of a podcast's audio at most. */
export const AUDIO_LIMIT = 32 * 1024 * 1024;
/** Milliseconds in which it must have arrived. */
const UPLOAD_TIME = 110_000;
const DAY = 86_400_000;
/** Files of a user in a day. */
const A_DAY = 20;

const keyOf = (id: string): string => `podcasts/${id}`;

/** @throws {Refusal} too_many_tries */
async function checkQuota({ db, clock }: Deps, userId: string): Promise<void> {
  const { count } = await db.read((queries) =>
    queries
      .selectFrom("podcast_audio")
      .select((fields) => fields.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .where("created_at", ">", clock() - DAY)
      .executeTakeFirstOrThrow(),
  );
  if (Number(count) >= A_DAY) throw new Refusal("too_many_tries", { retryAfter: 3600 });
}

/**
 * Takes the audio of a podcast.
 * @throws {Refusal} invalid_request: it is no audio that may be shared; too_large, too_many_tries
 */
export async function uploadAudio(visit: UserVisit): Promise<Outcome> {
  const { deps, request, user } = visit;
  const { userId } = user;
  const type = audioTypeOf(request.headers.get("content-type"));
  if (type === null) throw new Refusal("invalid_request", { status: 415 });
  await checkQuota(deps, userId);
  const bytes = await readBody(request, AUDIO_LIMIT, UPLOAD_TIME);
  if (!isAudio(bytes, type)) throw new Refusal("invalid_request", { status: 415 });
  const id = deps.chance.bytes(18).toString("base64url");
  const row = { id, user_id: userId, type, size: bytes.length, podcast_id: null };
  // The row first: an object without one would never be removed.
  await deps.db.write((tx) =>
    tx
      .insertInto("podcast_audio")
      .values({ ...row, created_at: deps.clock() })
      .execute(),
  );
  await deps.objects.put(keyOf(id), bytes, type);
  return success({ audio_url: `${originOf(visit)}${PODCAST_AUDIO}${id}` });
}

const findShared = ({ db }: Deps, id: string) =>
  db.read((queries) =>
    queries
      .selectFrom("podcast_audio as a")
      .innerJoin("podcasts as p", "p.id", "a.podcast_id")
      .select(["a.type", "a.size", "p.title"])
      .where("a.id", "=", id)
      .executeTakeFirst(),
  );

/**
 * The audio of a shared podcast, or a part of it. Whatever the bytes are, a browser runs nothing.
 * @throws {Refusal} not_found
 */
export async function sendAudio({ deps, request }: Visit, id: string): Promise<Response> {
  const found = /^[\w-]{24}$/.test(id) ? await findShared(deps, id) : undefined;
  if (!found) throw new Refusal("not_found");
  const { type, size, title } = found;
  const headers = {
    "Accept-Ranges": "bytes",
    "Cache-Control": "public, max-age=3600",
    "Content-Disposition": attachmentOf(title, extensionOf(type)),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Content-Type": type,
  };
  const range = parseRange(request.headers.get("range"), size);
  if (range === "none")
    return new Response(null, {
      status: 416,
      headers: { ...headers, "Content-Range": `bytes */${size}` },
    });
  const body = await deps.objects.get(keyOf(id), range ?? undefined);
  if (!body) throw new Refusal("not_found");
  if (!range)
    return new Response(body, { headers: { ...headers, "Content-Length": String(size) } });
  const { start, end } = range;
  return new Response(body, {
    status: 206,
    headers: {
      ...headers,
      "Content-Length": String(end - start + 1),
      "Content-Range": `bytes ${start}-${end}/${size}`,
    },
  });
}

/** Removes audio that nobody has shared within a day. */
export async function forgetLooseAudio(deps: Deps): Promise<void> {
  await deps.db.write(async (tx) => {
    const loose = await tx
      .deleteFrom("podcast_audio")
      .where("podcast_id", "is", null)
      .where("created_at", "<=", deps.clock() - DAY)
      .returning("id")
      .execute();
    for (const { id } of loose)
      await addTask(tx, deps, { provider: "", kind: "erase", ref: keyOf(id) });
  });
}
