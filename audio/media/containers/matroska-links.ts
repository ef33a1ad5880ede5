import type { ReadBytes } from "../bytes/read-bytes.ts";
import { elementAt, isUnknownSize } from "./ebml.ts";
import { isMatroska } from "./sniff.ts";

const SEGMENT = 0x18538067;
/** Bytes of an element header: four for the id, eight for the size. */
const HEAD = 12;
/** Bytes per read. */
const CHUNK = 1024 * 1024;
/** Bytes that the header of a file takes at most, with its document type. */
const HEADER_BYTES = 64;
/** Names of the document type (RFC 9559, 5). */
const TYPES = ["matroska", "webm"].map((name) =>
  Array.from(name, (letter) => letter.charCodeAt(0)),
);

/**
 * Finds concatenated Matroska files within one file, because demuxers read the first one only.
 * @param length of the file in bytes
 * @returns the position of each further file
 */
export async function findMatroskaLinks(
  read: ReadBytes,
  length: number,
): Promise<readonly number[]> {
  const starts: number[] = [];
  for (let at = 0; at < length;) {
    const bytes = await read(at, Math.min(length, at + HEAD));
    const found = elementAt(bytes, 0);
    if (!found) break;
    const isSegment = found.id === SEGMENT;
    const next =
      isSegment && isUnknownSize(bytes.subarray(4, found.from))
        ? await scan(read, at + found.from, length)
        : at + found.end;
    if (next === null || next >= length) break;
    if (isSegment) {
      if (!isOpening(await read(next, Math.min(length, next + HEADER_BYTES)), 0)) break;
      starts.push(next);
    }
    at = next;
  }
  return starts;
}

/** Whether a file starts there; this many bytes never match by coincidence. */
function isOpening(bytes: Uint8Array, at: number): boolean {
  const header = bytes.subarray(at, at + HEADER_BYTES);
  return (
    isMatroska(header) &&
    TYPES.some((type) =>
      header.some((_, from) => type.every((letter, i) => header[from + i] === letter)),
    )
  );
}

/** The next start of a file after a segment whose size is unknown, as in streams. */
async function scan(read: ReadBytes, from: number, length: number): Promise<number | null> {
  const room = new Uint8Array(CHUNK);
  for (let position = from; position < length; position += CHUNK - HEADER_BYTES) {
    const bytes = await read(position, Math.min(length, position + CHUNK), room);
    for (let at = bytes.indexOf(0x1a); at >= 0; at = bytes.indexOf(0x1a, at + 1))
      if (bytes[at + 1] === 0x45 && isOpening(bytes, at)) return position + at;
  }
  return null;
}
