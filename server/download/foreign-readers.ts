import { ApiFailure } from "../http/api-failure.ts";
import type { FoundArticle, FoundMedia, MediaFormat } from "../ports/media-source.ts";
import { parseManifest } from "./lists/dash.ts";
import { type HlsMaster, parseMaster, parsePlaylist } from "./lists/hls.ts";
import { formatsOfDash } from "./lists/list-formats.ts";
import type { PartList } from "./lists/parts.ts";
import { decodePage } from "./pages/decode-page.ts";
import { parseArticle } from "./pages/parse-article.ts";
import { type FoundFeed, parseFeed } from "./pages/parse-feed.ts";
import { parseOEmbed, parsePage } from "./pages/parse-page.ts";
import { readInfo } from "./yt-dlp/read-info.ts";

interface At {
  /** URL of the text, after redirects. */
  readonly url: string;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/**
 * Parsers of untrusted data from other servers. They run in a thread of `reader-pool.ts`: arguments
 * and results are copied, and a parser can be terminated. All of them throw an `ApiFailure` with a
 * `source_…` key.
 */
export const FOREIGN_READERS = {
  article(
    bytes: Uint8Array,
    { contentType, isPage }: { readonly contentType: string; readonly isPage: boolean },
  ): FoundArticle {
    const text = decodePage(bytes, contentType);
    if (isPage) return parseArticle(text);
    if (text.trim() === "" || text.includes("\0")) throw new ApiFailure("source_no_text");
    return { title: "", text: text.trim(), language: null };
  },
  page: (bytes: Uint8Array, { url }: At) => parsePage(textOf(bytes), new URL(url)),
  oEmbed: (bytes: Uint8Array, { url }: At) => parseOEmbed(textOf(bytes), new URL(url)),
  feed: (
    bytes: Uint8Array,
    { url, contentType }: At & { readonly contentType: string },
  ): FoundFeed | null => parseFeed(decodePage(bytes, contentType), new URL(url)),
  /** A master playlist with variants, or the duration in seconds of a media playlist. */
  hls(
    bytes: Uint8Array,
    { url }: At,
  ): { readonly master: HlsMaster | null; readonly duration: number | null } {
    const text = textOf(bytes);
    const master = parseMaster(text, new URL(url));
    const duration = master ? null : parsePlaylist(text, new URL(url)).duration;
    return { master, duration };
  },
  hlsParts(bytes: Uint8Array, { url }: At): PartList {
    const text = textOf(bytes);
    if (parseMaster(text, new URL(url))) throw new ApiFailure("source_unsupported");
    return parsePlaylist(text, new URL(url));
  },
  dash(
    bytes: Uint8Array,
    { url, source }: At & { readonly source: string },
  ): { readonly duration: number | null; readonly formats: MediaFormat[] } {
    const tracks = parseManifest(textOf(bytes), new URL(url));
    const duration = tracks.find(({ segments }) => segments)?.segments?.duration ?? null;
    return { duration, formats: formatsOfDash(tracks, url, source) };
  },
  dashParts(
    bytes: Uint8Array,
    { url, track }: At & { readonly track: string | undefined },
  ): PartList {
    const tracks = parseManifest(textOf(bytes), new URL(url));
    const segments = tracks.find(({ id }) => id === track)?.segments;
    if (!segments) throw new ApiFailure("source_unsupported");
    return segments.list();
  },
  /** Parses yt-dlp's output for a link; `source` is the source that opens its formats. */
  info: (bytes: Uint8Array, { source }: { readonly source: string }): FoundMedia =>
    readInfo(textOf(bytes), source),
};
