import * as z from "zod/mini";
import { ApiFailure } from "../../http/api-failure.ts";
import type { FoundMedia, MediaEntry, MediaFormat } from "../../ports/media-source.ts";
import { codecOf } from "../lists/codec-of.ts";
import { lineOf } from "../pages/markup.ts";

const maybe = <T extends z.ZodMiniType>(type: T) => z.catch(z.nullish(type), null);
const text = maybe(z.string());
const number = maybe(z.number());

/** The fields of a format that are used, as documented by yt-dlp under "info_dict". */
const format = z.object({
  format_id: z.string(),
  url: text,
  ext: text,
  protocol: text,
  vcodec: text,
  acodec: text,
  abr: number,
  tbr: number,
  height: number,
  filesize: number,
  filesize_approx: number,
  has_drm: z.catch(z.nullish(z.union([z.boolean(), z.string()])), null),
  http_headers: maybe(z.record(z.string(), z.string())),
});
const entry = z.object({
  url: text,
  webpage_url: text,
  title: text,
  duration: number,
  timestamp: number,
});
const info = z.object({
  _type: text,
  title: text,
  uploader: text,
  channel: text,
  artist: text,
  duration: number,
  thumbnail: text,
  is_live: maybe(z.boolean()),
  live_status: text,
  chapters: maybe(z.array(z.object({ start_time: z.number(), title: text }))),
  formats: z.catch(z.nullish(z.array(z.unknown())), null),
  entries: z.catch(z.nullish(z.array(z.unknown())), null),
});

/** Maximum number of entries of a playlist, and of formats. */
const ENTRIES = 5000;
const FORMATS = 300;

const TYPES: Readonly<Record<string, string>> = {
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  opus: "audio/ogg",
  ogg: "audio/ogg",
  mp4: "video/mp4",
  webm: "video/webm",
  flac: "audio/flac",
  wav: "audio/wav",
};
const isThere = (codec: string | null | undefined): boolean => codec != null && codec !== "none";
const addressIn = (value: string | null | undefined): string | null => {
  const url = value == null ? null : URL.parse(value);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
};
/** Headers that identify the client, without authentication headers, which are never forwarded. */
const plainHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => /^(user-agent|referer|origin|accept|accept-language)$/i.test(name))
      .map(([name, value]) => [name.toLowerCase(), value.replaceAll(/[^\x20-\x7e]/g, "")]),
  );

function formatOf(value: unknown, source: string): MediaFormat | null {
  const parsed = format.safeParse(value);
  const url = addressIn(parsed.data?.url);
  if (!parsed.success || url === null) return null;
  const one = parsed.data;
  const [hasAudio, hasVideo] = [isThere(one.acodec), isThere(one.vcodec)];
  const list = one.protocol?.startsWith("m3u8") ? ("hls" as const) : undefined;
  if ((!hasAudio && !hasVideo) || (!list && !/^https?$/.test(one.protocol ?? "https"))) return null;
  const rate = (hasVideo ? one.tbr : (one.abr ?? one.tbr)) ?? null;
  return {
    id: one.format_id.slice(0, 100),
    kind: hasAudio ? (hasVideo ? "both" : "audio") : "video",
    source,
    url,
    ...(list && { list }),
    ...(one.http_headers && { headers: plainHeaders(one.http_headers) }),
    type:
      (hasVideo ? null : one.ext === "webm" ? "audio/webm" : null) ??
      TYPES[one.ext ?? ""] ??
      "video/mp4",
    codec: codecOf(hasVideo && !hasAudio ? one.vcodec : one.acodec),
    bitrate: rate === null ? null : Math.round(rate * 1000),
    height: hasVideo ? (one.height ?? null) : null,
    size: Math.round(one.filesize ?? one.filesize_approx ?? 0) || null,
  };
}

function entryOf(value: unknown): MediaEntry | null {
  const { data } = entry.safeParse(value);
  const url = addressIn(data?.webpage_url) ?? addressIn(data?.url);
  if (!data || url === null || url.length > 2048) return null;
  return {
    url,
    title: lineOf(data.title),
    duration: data.duration ?? null,
    published: data.timestamp == null ? null : data.timestamp * 1000,
  };
}

/**
 * Parses yt-dlp's output for a link.
 * @param source the source that opens the formats
 * @throws {ApiFailure} source_live, source_protected, source_changed
 */
export function readInfo(json: string, source: string): FoundMedia {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ApiFailure("source_changed");
  }
  const { data: found } = info.safeParse(value);
  if (!found) throw new ApiFailure("source_changed");
  if (found.is_live === true || /^is_(live|upcoming)$/.test(found.live_status ?? ""))
    throw new ApiFailure("source_live");
  const entries = (found.entries ?? []).slice(0, ENTRIES).map(entryOf);
  const given = (found.formats ?? []).slice(0, FORMATS);
  const free = given.filter((one) => (one as { has_drm?: unknown } | null)?.has_drm !== true);
  if (given.length > 0 && free.length === 0) throw new ApiFailure("source_protected");
  return {
    title: lineOf(found.title),
    author: lineOf(found.artist ?? found.channel ?? found.uploader) || null,
    duration: found.duration ?? null,
    picture: addressIn(found.thumbnail),
    chapters: (found.chapters ?? [])
      .slice(0, 500)
      .map(({ start_time: start, title }) => ({ start, title: lineOf(title) })),
    formats: free.map((one) => formatOf(one, source)).filter((one) => one !== null),
    entries: entries.filter((one) => one !== null),
  };
}

/** Maps yt-dlp's error messages to API errors; the first match counts. */
const COMPLAINTS = [
  [/unsupported url|no suitable (info )?extractor|is not a valid url/i, "source_unsupported"],
  [/drm/i, "source_protected"],
  [/live event will begin|premieres in|is not currently live|offline/i, "source_live"],
  [/country|geo.?restrict|your location|region/i, "source_region"],
  [/private/i, "source_private"],
  [/http error 429|too many requests|rate.?limit/i, "source_limited"],
  [/sign in|log.?in|members.only|account|cookies|age.restricted|premium/i, "source_login"],
  [
    /http error 40[41]|http error 410|not found|unavailable|removed|deleted|terminated|does not exist/i,
    "source_not_found",
  ],
  [/http error 403|forbidden/i, "source_refused"],
  [/unable to extract|please report this issue|failed to parse|nsig|signature/i, "source_changed"],
] as const;

/** API error for the last line of yt-dlp's error output. */
export function failureOf(complaint: string): ApiFailure {
  const last = complaint
    .split("\n")
    .filter((line) => line.startsWith("ERROR"))
    .at(-1);
  const key = COMPLAINTS.find(([pattern]) => pattern.test(last ?? ""))?.[1];
  if (key === "source_limited") return new ApiFailure(key, { retryAfter: 300 });
  return new ApiFailure(key ?? "source_unavailable");
}
