import type { IncomingMessage } from "node:http";
import { ApiFailure } from "../http/api-failure.ts";
import type { FoundMedia, MediaOptions } from "../ports/media-source.ts";
import { formatsOfHls } from "./lists/list-formats.ts";
import { MEDIA_LIMIT } from "./open-parts.ts";
import { mediaTypeOf, titleOf } from "./net/media-type.ts";
import { type Network, fetchPublic } from "./net/fetch-public.ts";
import { peek, readBytes } from "./net/read-text.ts";
import { type Sniffed, sniff } from "./pages/sniff.ts";
import { readForeign } from "./read-foreign.ts";

export const HTTP = "http";
/** Maximum number of pages that are followed to find media. */
const DEPTH = 2;

interface Options extends MediaOptions {
  readonly network: Network;
}

const EMPTY = {
  author: null,
  duration: null,
  picture: null,
  chapters: [],
  formats: [],
  entries: [],
} satisfies Partial<FoundMedia>;

/** Total bytes of the file, even for a partial response. */
export const sizeOf = ({ headers }: IncomingMessage): number | null => {
  const size = Number(
    /\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1] ?? headers["content-length"],
  );
  return Number.isSafeInteger(size) && size >= 0 ? size : null;
};

/** Codecs of containers that have only one. */
const CODECS: Readonly<Record<string, string>> = {
  "audio/mpeg": "mp3",
  "audio/mp4": "aac",
  "audio/aac": "aac",
  "audio/flac": "flac",
  "audio/wav": "pcm",
};

/** The detected type has priority; the header is used only if detection fails. */
function typeOf(sniffed: Sniffed, message: IncomingMessage, url: URL): string | null {
  if (sniffed.kind === "media") return sniffed.type;
  if (sniffed.kind !== "unknown") return null;
  return mediaTypeOf(message.headers["content-type"], url.pathname);
}

/** Resolves a link to media. @param depth number of pages that may be followed */
export async function resolveLink(
  link: URL,
  options: Options,
  depth = DEPTH,
): Promise<FoundMedia | null> {
  const { url, message } = await fetchPublic(link, options, options.network);
  const { head, all } = await peek(message);
  const sniffed = sniff(head);
  const type = typeOf(sniffed, message, url);
  const size = sizeOf(message);
  if (type !== null) {
    message.destroy();
    if (head.length === 0) throw new ApiFailure("source_unavailable");
    if (size !== null && size > MEDIA_LIMIT) throw new ApiFailure("source_too_large");
    const kind = type.startsWith("audio/") ? ("audio" as const) : ("both" as const);
    const location = { source: HTTP, url: url.href, type };
    const codec = CODECS[type] ?? null;
    const facts = { codec, bitrate: null, height: null, size };
    return {
      ...EMPTY,
      title: titleOf(url),
      formats: [{ ...location, ...facts, id: "original", kind }],
    };
  }
  if (sniffed.kind === "unknown") {
    message.destroy();
    return null;
  }
  const bytes = await readBytes(all);
  if (sniffed.kind === "hls") return resolveHls(bytes, url, options);
  if (sniffed.kind === "dash") {
    const at = { url: url.href, source: HTTP };
    return { ...EMPTY, title: titleOf(url), ...(await readForeign("dash", bytes, at, options)) };
  }
  if (sniffed.kind === "feed" || sniffed.kind === "markup") {
    const at = { url: url.href, contentType: message.headers["content-type"] ?? "" };
    const feed = await readForeign("feed", bytes, at, options);
    if (feed) return { ...EMPTY, ...feed, title: feed.title || titleOf(url) };
    if (sniffed.kind === "feed") return null;
  }
  return depth > 0 ? resolvePage(bytes, url, { ...options, depth }) : null;
}

async function resolveHls(bytes: Uint8Array, url: URL, options: Options): Promise<FoundMedia> {
  const { master, duration } = await readForeign("hls", bytes, { url: url.href }, options);
  const title = titleOf(url);
  if (!master) {
    const format = { id: "original", kind: "both", type: "video/mp4", list: "hls" } as const;
    const facts = { codec: null, bitrate: null, height: null, size: null };
    const formats = [{ ...format, ...facts, source: HTTP, url: url.href }];
    return { ...EMPTY, title, duration, formats };
  }
  // Duration and live status are only in a variant's playlist.
  const first = await fetchPublic(new URL(master.variants[0]!.url), options, options.network);
  const at = { url: first.url.href };
  const variant = await readForeign("hls", await readBytes(first.message), at, options);
  if (variant.master) throw new ApiFailure("source_unsupported");
  const formats = formatsOfHls(master, { source: HTTP, seconds: variant.duration });
  return { ...EMPTY, title, duration: variant.duration, formats };
}

async function resolvePage(
  bytes: Uint8Array,
  url: URL,
  { depth, ...options }: Options & { readonly depth: number },
): Promise<FoundMedia | null> {
  const page = await readForeign("page", bytes, { url: url.href }, options);
  const embedded = page.oEmbed === null ? null : await readOEmbed(page.oEmbed, options);
  const candidates = [...page.candidates, ...(embedded?.media ?? []), embedded?.player];
  let failed: unknown = null;
  for (const candidate of candidates.filter((one) => one != null)) {
    try {
      const found = await resolveLink(new URL(candidate), options, depth - 1);
      if (!found) continue;
      return {
        ...found,
        // A feed has its own title; a file has only its name.
        title:
          (found.entries.length > 0 ? found.title : embedded?.title || page.title) || found.title,
        author: found.author ?? embedded?.author ?? page.author,
        picture: found.picture ?? embedded?.picture ?? page.picture,
      };
    } catch (error) {
      failed ??= error;
      if (options.signal.aborted) break;
    }
  }
  if (failed !== null) throw failed as Error;
  return null;
}

async function readOEmbed(address: string, options: Options) {
  try {
    const { url, message } = await fetchPublic(new URL(address), options, options.network);
    const bytes = await readBytes(message, 1024 * 1024);
    return await readForeign("oEmbed", bytes, { url: url.href }, options);
  } catch {
    // The page's own metadata is sufficient.
    return null;
  }
}
