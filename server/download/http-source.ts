import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { ApiFailure } from "../http/api-failure.ts";
import type { MediaSource } from "../ports/media-source.ts";
import { MEDIA_LIMIT, openParts } from "./open-parts.ts";
import { type Network, fetchPublic } from "./net/fetch-public.ts";
import { fetchArticle } from "./read-article.ts";
import { HTTP, resolveLink, sizeOf } from "./resolve-link.ts";

/** A body that fails once it exceeds the size limit. */
function limited(message: IncomingMessage): ReadableStream<Uint8Array> {
  async function* parts(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const part of message) {
      size += (part as Buffer).length;
      if (size > MEDIA_LIMIT) throw new ApiFailure("source_too_large");
      yield part as Buffer;
    }
  }
  return Readable.toWeb(Readable.from(parts()), {
    strategy: { highWaterMark: 4 },
  }) as ReadableStream<Uint8Array>;
}

/** Declared type of picture locations; the actual response has a specific type. */
export const PICTURE = "image/*";
const pictureTypeOf = ({ headers }: IncomingMessage): string =>
  /^image\/(jpeg|png|webp|gif|avif)(?=;|$)/.exec(headers["content-type"] ?? "")?.[0] ?? "";

/** Audio and video files, playlists, podcast feeds, and pages that link to any of these. */
export const createHttpSource = (network: Network): MediaSource => ({
  name: HTTP,
  resolve: (link, options) => resolveLink(link, { ...options, network }),
  read: (link, options) => fetchArticle(link, options, network),
  async open(location, { signal, userId, headers, part }) {
    const requestHeaders = { ...location.headers, ...headers };
    if (location.list)
      return openParts(location, part ?? 0, { signal, userId, headers: location.headers, network });
    const options = { signal, headers: requestHeaders };
    const { message } = await fetchPublic(new URL(location.url), options, network);
    const size = sizeOf(message);
    if (size !== null && size > MEDIA_LIMIT) {
      message.destroy();
      throw new ApiFailure("source_too_large");
    }
    const isPicture = location.type === PICTURE;
    if (isPicture && pictureTypeOf(message) === "") {
      message.destroy();
      throw new ApiFailure("source_unsupported");
    }
    const contentRange = message.headers["content-range"] ?? null;
    const isPart = message.statusCode === 206 && contentRange !== null;
    const length = Number(message.headers["content-length"] ?? Number.NaN);
    return {
      status: isPart ? 206 : 200,
      type: isPicture ? pictureTypeOf(message) : location.type,
      size: Number.isSafeInteger(length) ? length : null,
      contentRange,
      etag: message.headers.etag ?? null,
      modified: message.headers["last-modified"] ?? null,
      body: limited(message),
    };
  },
});
