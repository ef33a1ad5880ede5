import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { ApiFailure } from "../http/api-failure.ts";
import type { FoundMedia, MediaSource } from "../ports/media-source.ts";
import type { Network } from "./fetch-public.ts";
import { fetchPublic, publicNetwork } from "./fetch-public.ts";
import { isFeedType, mediaTypeOf, titleOf } from "./media-type.ts";
import { parseFeed } from "./parse-feed.ts";

/** Bytes of a feed that are read, and of media that are handed on. */
const FEED_LIMIT = 4 * 1024 * 1024;
const MEDIA_LIMIT = 2 * 1024 ** 3;

const sizeOf = ({ headers }: IncomingMessage): number | null => {
  const size = Number(headers["content-length"]);
  return Number.isSafeInteger(size) && size >= 0 ? size : null;
};

/** @throws {ApiFailure} source_too_large, source_unavailable */
async function readText(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of message) {
      size += (part as Buffer).length;
      if (size > FEED_LIMIT) throw new ApiFailure("source_too_large");
      parts.push(part as Buffer);
    }
  } catch (error) {
    throw error instanceof ApiFailure ? error : new ApiFailure("source_unavailable");
  }
  return Buffer.concat(parts).toString();
}

/** A body that ends with an error where it is longer than it may be. */
function limited(message: IncomingMessage): ReadableStream<Uint8Array> {
  async function* parts(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const part of message) {
      size += (part as Buffer).length;
      if (size > MEDIA_LIMIT) throw new ApiFailure("source_too_large");
      yield part as Buffer;
    }
  }
  return Readable.toWeb(Readable.from(parts())) as ReadableStream<Uint8Array>;
}

const NAME = "http";

/** Files of sound and video that are there for anybody, and the newest episodes of podcasts. */
export const createHttpSource = (network: Network = publicNetwork): MediaSource => ({
  name: NAME,
  resolve: async (link, { signal }): Promise<FoundMedia | null> => {
    const { url, message } = await fetchPublic(link, { signal }, network);
    const declared = message.headers["content-type"];
    const type = mediaTypeOf(declared, url.pathname);
    if (type !== null) {
      const size = sizeOf(message);
      message.destroy();
      if (size !== null && size > MEDIA_LIMIT) throw new ApiFailure("source_too_large");
      const format = { id: "original", source: NAME, url: url.href, type, size };
      return { title: titleOf(url), duration: null, formats: [format] };
    }
    if (!isFeedType(declared)) {
      message.destroy();
      return null;
    }
    const episode = parseFeed(await readText(message), url);
    if (!episode) return null;
    const { title, duration, enclosures } = episode;
    return {
      title: title || titleOf(url),
      duration,
      formats: enclosures.map((each, index) => ({
        ...each,
        id: index === 0 ? "original" : `original-${index + 1}`,
        source: NAME,
      })),
    };
  },
  open: async (format, { signal, range }) => {
    const answer = await fetchPublic(
      new URL(format.url),
      { signal, range: range ?? null },
      network,
    );
    const { message, url } = answer;
    const type = mediaTypeOf(message.headers["content-type"], url.pathname);
    const size = sizeOf(message);
    if (type === null || (size !== null && size > MEDIA_LIMIT)) {
      message.destroy();
      throw new ApiFailure(type === null ? "source_unsupported" : "source_too_large");
    }
    const contentRange = message.headers["content-range"] ?? null;
    const isPart = message.statusCode === 206 && contentRange !== null;
    return { status: isPart ? 206 : 200, type, size, contentRange, body: limited(message) };
  },
});
