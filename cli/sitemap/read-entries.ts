import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ToolkitError } from "#core/errors/errors.ts";
import { pause } from "../command-kit/pause.ts";
import { XmlFault } from "#core/xml/scan-xml.ts";
import type { SitemapEntry } from "./entry.ts";
import { type SitemapEvents, createSitemapParser } from "./parse-sitemap.ts";
import type { OpenSitemap, Source } from "./source.ts";

/** Maximum number of sitemaps of a side; the protocol allows an index of 50,000. */
const MAX_SITEMAPS = 100_000;
/** Maximum nesting depth of indexes. */
const MAX_DEPTH = 3;
/** Maximum uncompressed size of a file in bytes. */
const MAX_BYTES = 2 ** 32;

/**
 * Reads all entries of a side file by file, each file once.
 * @throws SITEMAP_UNREADABLE, CANCELLED
 */
export async function readEntries(
  source: Source,
  onEntry: (entry: SitemapEntry) => void,
  signal: AbortSignal,
): Promise<void> {
  const queue = (await source.start()).map((url) => ({ url, depth: 0 }));
  const seen = new Set(queue.map(({ url }) => url));
  for (const { url, depth } of queue) {
    await readSitemap(
      await source.open(url),
      {
        entry: onEntry,
        child(loc) {
          const { href } = URL.parse(loc, url) ?? {};
          if (href === undefined || !/^https?:/.test(href))
            throw unreadable(
              url,
              `it names ${JSON.stringify(loc.slice(0, 80))}, which is no address`,
            );
          if (seen.has(href)) return;
          seen.add(href);
          if (depth === MAX_DEPTH) throw unreadable(url, "indexes name indexes without an end");
          if (seen.size > MAX_SITEMAPS) throw unreadable(url, `more than ${MAX_SITEMAPS} sitemaps`);
          queue.push({ url: href, depth: depth + 1 });
        },
      },
      signal,
    );
  }
}

const unreadable = (label: string, detail: string, cause?: unknown): ToolkitError =>
  new ToolkitError("SITEMAP_UNREADABLE", { place: label, detail }, { cause });

async function readSitemap(
  { label, chunks }: OpenSitemap,
  events: SitemapEvents,
  signal: AbortSignal,
): Promise<void> {
  const parser = createSitemapParser(events);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  let count = 0;
  try {
    for await (const chunk of unpacked(chunks)) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) throw unreadable(label, "more than 4 GB");
      parser.write(decoder.decode(chunk, { stream: true }));
      if (++count % 16 === 0) await pause(signal);
    }
    parser.write(decoder.decode());
    parser.end();
  } catch (error) {
    if (error instanceof XmlFault)
      throw unreadable(`${label}:${error.line}:${error.column}`, error.message, error);
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw unreadable(label, "it is not UTF-8 text", error);
    if (code?.startsWith("Z_")) throw unreadable(label, "its compression is damaged", error);
    throw error;
  }
}

/** Decompresses gzip data, regardless of the file's name. */
async function* unpacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let { value: first, done } = await iterator.next();
  // The two magic bytes may arrive one by one.
  while (!done && first !== undefined && (first as Uint8Array).byteLength < 2) {
    const one = Buffer.from(first as Uint8Array);
    const next = await iterator.next();
    if (next.done) {
      first = one;
      break;
    }
    first = Buffer.concat([one, next.value]);
  }
  if (done) return;
  const rest = { [Symbol.asyncIterator]: () => iterator };
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first as Uint8Array;
    yield* rest;
  }
  /** The decompressor retains the buffers that it receives. */
  async function* copies(): AsyncGenerator<Uint8Array> {
    for await (const chunk of all()) yield Buffer.from(chunk);
  }
  const start = first as Uint8Array;
  if (start[0] !== 0x1f || start[1] !== 0x8b) return yield* all();
  const packed = Readable.from(copies(), { objectMode: false });
  const gunzip = createGunzip();
  packed.on("error", (error) => gunzip.destroy(error));
  yield* packed.pipe(gunzip) as AsyncIterable<Uint8Array>;
}
