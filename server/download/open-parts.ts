import { createDecipheriv } from "node:crypto";
import { Readable } from "node:stream";
import { ApiFailure } from "../http/api-failure.ts";
import type { MediaOptions, MediaLocation, OpenMedia } from "../ports/media-source.ts";
import { type Network, fetchPublic } from "./net/fetch-public.ts";
import { readBytes } from "./net/read-text.ts";
import { type Part, type PartKey, type PartList, frameParts } from "./lists/parts.ts";
import { readForeign } from "./read-foreign.ts";

/** Maximum bytes of a download. */
export const MEDIA_LIMIT = 4 * 1024 ** 3;
/** Attempts per part. */
const TRIES = 3;

interface Options extends MediaOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly network: Network;
}

/** Fetches and parses a playlist. @throws {ApiFailure} `source_…` */
async function readList(
  { url: address, list, track }: MediaLocation,
  { network, ...options }: Options,
): Promise<PartList> {
  const { url, message } = await fetchPublic(new URL(address), options, network);
  const bytes = await readBytes(message);
  return list === "hls"
    ? readForeign("hlsParts", bytes, { url: url.href }, options)
    : readForeign("dashParts", bytes, { url: url.href, track }, options);
}

/** Streams all parts as frames, starting with `from`. @throws {ApiFailure} `source_…` */
export async function openParts(
  location: MediaLocation,
  from: number,
  options: Options,
): Promise<OpenMedia> {
  const list = await readList(location, options);
  const readPart = createPartReader(options);
  return {
    status: 200,
    type: "application/octet-stream",
    size: null,
    contentRange: null,
    etag: null,
    modified: null,
    body: Readable.toWeb(Readable.from(frameParts(list, from, readPart)), {
      strategy: { highWaterMark: 4 },
    }) as ReadableStream<Uint8Array>,
  };
}

function createPartReader({ network, ...options }: Options) {
  const keys = new Map<string, Promise<Buffer>>();
  let total = 0;

  async function open({ url, range }: Part): Promise<AsyncIterable<Uint8Array>> {
    const headers = {
      ...options.headers,
      ...(range && { range: `bytes=${range[0]}-${range[1] - 1}` }),
    };
    const { message } = await fetchPublic(new URL(url), { ...options, headers }, network);
    // A server without range support sends the whole file.
    const skip = range && message.statusCode !== 206 ? range[0] : 0;
    return cut(message, skip, range ? range[1] - range[0] : Infinity);
  }
  async function openAgain(part: Part): Promise<AsyncIterable<Uint8Array>> {
    for (let tries = 1; ; tries++)
      try {
        return await open(part);
      } catch (error) {
        const isWorthIt =
          error instanceof ApiFailure && error.key === "source_unavailable" && tries < TRIES;
        if (!isWorthIt || options.signal.aborted) throw error;
      }
  }
  const keyAt = (url: string): Promise<Buffer> => {
    const known = keys.get(url) ?? readKey(url);
    keys.set(url, known);
    return known;
  };
  const readKey = async (url: string): Promise<Buffer> => {
    const bytes = await readBytes(await openAgain({ url }), 1024);
    if (bytes.length !== 16) throw new ApiFailure("source_protected");
    return bytes;
  };
  return async (part: Part): Promise<AsyncIterable<Uint8Array>> => {
    const key = part.key && (await keyAt(part.key.url));
    const plain = await openAgain(part);
    const bytes = key ? decipher(plain, part.key!, key) : plain;
    return (async function* counted() {
      for await (const chunk of bytes) {
        total += chunk.length;
        if (total > MEDIA_LIMIT) throw new ApiFailure("source_too_large");
        yield chunk;
      }
    })();
  };
}

async function* cut(
  bytes: AsyncIterable<Uint8Array>,
  skip: number,
  count: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of bytes) {
    const from = Math.max(0, skip - at);
    const to = Math.min(chunk.length, skip + count - at);
    at += chunk.length;
    if (to > from) yield chunk.subarray(from, to);
    if (at >= skip + count) return;
  }
}

async function* decipher(
  bytes: AsyncIterable<Uint8Array>,
  { iv }: PartKey,
  key: Buffer,
): AsyncGenerator<Uint8Array> {
  const cipher = createDecipheriv("aes-128-cbc", key, Buffer.from(iv, "hex"));
  try {
    for await (const chunk of bytes) yield cipher.update(chunk);
    yield cipher.final();
  } catch (error) {
    throw error instanceof ApiFailure ? error : new ApiFailure("source_unavailable");
  }
}
