import type { FilePart } from "../bytes/byte-parts.ts";
import { type ReadBytes, textAt } from "../bytes/read-bytes.ts";
import { MAX_PAGE, OGG_HEADER, isPageAt, pageLength, serialOf } from "./ogg-page.ts";

/** Bytes of the mapping before the FLAC signature: 0x7F, "FLAC", its version, a count of headers. */
const MAPPING_BYTES = 9;
/** Bytes per read. */
const CHUNK = 1024 * 1024;

/** Whether a page is the first one of a FLAC stream. */
const isFlac = (page: Uint8Array): boolean =>
  page[OGG_HEADER + page[26]!] === 0x7f &&
  textAt(page, OGG_HEADER + page[26]! + 1) === "FLAC" &&
  textAt(page, OGG_HEADER + page[26]! + MAPPING_BYTES) === "fLaC";

/**
 * The native FLAC file within a stream of an Ogg file (the FLAC-to-Ogg mapping): the payloads of
 * its pages, which are its header, metadata blocks and frames.
 * @param link the pages of the stream, as `findOggLinks` returns them
 * @returns null for streams of another codec
 */
export async function flacInOgg(
  read: ReadBytes,
  link: readonly FilePart[],
): Promise<readonly FilePart[] | null> {
  const parts: FilePart[] = [];
  let serial: number | null = null;
  for (const part of link)
    for await (const { page, from } of pagesIn(read, part)) {
      if (serial === null) {
        if (!isFlac(page)) return null;
        serial = serialOf(page);
      }
      if (serialOf(page) !== serial) continue;
      const start = OGG_HEADER + page[26]! + (parts.length === 0 ? MAPPING_BYTES : 0);
      parts.push(
        from === null ? page.slice(start) : { from: from + start, to: from + page.length },
      );
    }
  return serial === null ? null : parts;
}

/** Whole pages, with their positions in the file; null for those of replaced bytes. */
async function* pagesIn(
  read: ReadBytes,
  part: FilePart,
): AsyncGenerator<{ readonly page: Uint8Array; readonly from: number | null }> {
  const isOwn = part instanceof Uint8Array;
  const [begin, end] = isOwn ? [0, part.length] : [part.from, part.to];
  for (let position = begin; position < end;) {
    const stop = Math.min(end, position + CHUNK + MAX_PAGE);
    const bytes = isOwn ? part.subarray(position, stop) : await read(position, stop);
    let at = 0;
    while (at < bytes.length && (at < CHUNK || stop === end)) {
      const length = isPageAt(bytes, at) ? pageLength(bytes, at) : null;
      if (length === null || at + length > bytes.length) return;
      yield { page: bytes.subarray(at, at + length), from: isOwn ? null : position + at };
      at += length;
    }
    position += at;
  }
}
