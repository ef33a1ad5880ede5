import { sql } from "kysely";
import type { RequestOf } from "#core/api/contract/call.ts";
import type { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { writeVtt } from "#core/transcript/save/subtitles.ts";
import type { MayContinue } from "../background/run-steps.ts";
import { attachmentOf } from "../http/attachment.ts";
import { parseRange } from "../http/byte-range.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { whenOver } from "../streams/when-over.ts";
import { addTasks } from "../payments/tasks.ts";
import { extensionOf } from "./audio-types.ts";
import { bytesOf, moveStorageTotal } from "./storage-total.ts";

/** Path prefix of shared audio. */
export const PODCAST_AUDIO = "/audio/podcasts/";
/** Maximum bytes of a podcast's audio. */
export const AUDIO_LIMIT = 32 * 1024 * 1024;
export const DAY = 86_400_000;
/** Files removed per transaction. */
const REMOVED_AT_ONCE = 200;

export const keyOf = (id: string): string => `podcasts/${id}`;

const findShared = ({ db }: Deps, id: string) =>
  db.read((queries) =>
    queries
      .selectFrom("podcast_audio as a")
      .innerJoin("podcasts as p", "p.id", "a.podcast_id")
      .select(["a.type", "a.size", "p.title"])
      .where("a.id", "=", id)
      .executeTakeFirst(),
  );

/** Splits the last path segment into an id and an optional file extension. */
function parseFileName(name: string): { readonly id: string; readonly extension?: string } | null {
  const [, id, extension] = /^([\w-]{24})(?:\.([a-z0-9]{3,4}))?$/.exec(name) ?? [];
  if (id === undefined) return null;
  return { id, ...(extension !== undefined && { extension }) };
}

/**
 * Transcript of a shared podcast, as WebVTT.
 * @throws {ApiFailure} not_found
 */
async function sendTranscript({ db }: Deps, id: string): Promise<Response> {
  const found = await db.read((queries) =>
    queries
      .selectFrom("podcast_audio as a")
      .innerJoin("podcasts as p", "p.id", "a.podcast_id")
      .select("p.transcript")
      .where("a.id", "=", id)
      .executeTakeFirst(),
  );
  if (!found) throw new ApiFailure("not_found");
  const lines = JSON.parse(found.transcript) as RequestOf<typeof savePodcast>["transcript"];
  const speakers = [...new Set(lines.map(({ speaker }) => speaker))];
  const indexes = new Map(speakers.map((name, at) => [name, at]));
  const cues = lines
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, speaker, text }) => ({
      from: start,
      // WebVTT does not allow empty cues.
      to: Math.max(end, start + 0.001),
      rows: [text],
      speaker: indexes.get(speaker)!,
    }));
  return new Response(writeVtt(cues, speakers), {
    headers: {
      "Cache-Control": "public, max-age=3600",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Content-Type": "text/vtt; charset=utf-8",
      "X-Robots-Tag": "noindex",
    },
  });
}

/**
 * The audio of a shared podcast, or a range of it; with the extension `vtt`, its transcript. The
 * headers keep browsers from executing the file, whatever its bytes are.
 * @param name id of the audio, optionally with its file extension, by which podcast players
 *   recognize audio
 * @throws {ApiFailure} not_found
 */
export async function sendAudio(
  { deps, request }: RequestContext,
  name: string,
): Promise<Response> {
  const file = parseFileName(name);
  if (!file) throw new ApiFailure("not_found");
  const { id, extension } = file;
  if (extension === "vtt") return await sendTranscript(deps, id);
  const found = await findShared(deps, id);
  if (!found || (extension !== undefined && extension !== extensionOf(found.type)))
    throw new ApiFailure("not_found");
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
  const stored = await deps.objects.get(keyOf(id), range ?? undefined);
  if (!stored) throw new ApiFailure("not_found");
  // The status has already been sent: only the log can explain why the connection is closed early.
  const body = whenOver(stored, (error) => {
    if (error !== undefined) deps.log("error", "audio_interrupted", describeError(error));
  });
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

/** Removes audio that was not shared within a day. */
export async function forgetLooseAudio(deps: Deps, mayContinue: MayContinue): Promise<void> {
  const until = deps.clock() - DAY;
  let removed: number;
  do {
    removed = await deps.db.write(async (tx) => {
      const { rows } = await sql<{ id: string; size: number }>`delete from podcast_audio
        where podcast_id is null and created_at <= ${until} and id in (
          select id from podcast_audio where podcast_id is null and created_at <= ${until}
          order by created_at limit ${sql.lit(REMOVED_AT_ONCE)}
        ) returning id, size`.execute(tx);
      const tasks = rows.map(
        ({ id }) => ({ provider: "", kind: "erase", ref: keyOf(id) }) as const,
      );
      await addTasks(tx, deps, tasks);
      await moveStorageTotal(tx, { kind: "podcast_audio", by: -bytesOf(rows) });
      return rows.length;
    });
  } while (removed === REMOVED_AT_ONCE && (await mayContinue()));
}
