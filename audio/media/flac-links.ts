import type { FilePart } from "./bytes/byte-parts.ts";
import { type ReadBytes, textAt, viewOf } from "./bytes/read-bytes.ts";
import { viewOfParts } from "./byte-view.ts";
import { flacChecksum } from "./codecs/flac-decoder.ts";
import type { MediaBytes } from "./host.ts";
import { id3Size } from "./mp3/mp3-gaps.ts";

/** Minimum bytes for which a demuxer accepts a frame. */
const MIN_DEMUXER_BYTES = 16;
/**
 * Bytes of the shortest frame (RFC 9639, 9): a header of six, one sample of silence, a checksum.
 */
const MIN_FRAME_BYTES = 10;

/** Bytes per read. */
const CHUNK = 1024 * 1024;
/** Bytes of the marker and of the STREAMINFO block after it (RFC 9639, 8.2). */
const HEADER_BYTES = 42;

/**
 * Finds concatenated FLAC files within one file, because decoders use the first header only.
 * @param head its first bytes
 * @returns null for other types of files
 */
export async function findFlacLinks(
  read: ReadBytes,
  size: number,
  head: Uint8Array,
): Promise<readonly (readonly FilePart[])[] | null> {
  const first = id3Size(head);
  if (textAt(head, first) !== "fLaC") return null;
  const links: FilePart[][] = [];
  let from = 0;
  const room = new Uint8Array(CHUNK);
  for (let position = first + HEADER_BYTES; position < size; position += CHUNK - HEADER_BYTES) {
    const bytes = await read(position, position + CHUNK, room);
    for (let at = bytes.indexOf(0x66); at >= 0; at = bytes.indexOf(0x66, at + 1)) {
      if (at >= CHUNK - HEADER_BYTES || !isOpening(bytes, at)) continue;
      links.push(await padFlacEnd(read, from, position + at));
      from = position + at;
    }
  }
  return [...links, await padFlacEnd(read, from, size)];
}

/** Whether a FLAC file starts there; this many bytes never match by coincidence. */
function isOpening(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] !== 0x4c || textAt(bytes, at) !== "fLaC" || at + HEADER_BYTES > bytes.length)
    return false;
  const view = viewOf(bytes);
  const isFirstBlock = (view.getUint32(at + 4) & 0x7fff_ffff) === HEADER_BYTES - 8;
  const rate = view.getUint32(at + 18) >>> 12;
  const [shortest, longest] = [view.getUint16(at + 8), view.getUint16(at + 10)];
  return isFirstBlock && rate > 0 && longest >= 16 && shortest <= longest;
}

/**
 * Pads the last frame of a FLAC file: a silent mono frame is shorter than demuxers require. Zeros
 * are appended to such a file.
 */
async function padFlacEnd(read: ReadBytes, from: number, size: number): Promise<FilePart[]> {
  const whole = { from, to: size };
  const end = await read(Math.max(from, size - MIN_DEMUXER_BYTES + 1), size);
  return [whole, ...flacPadding(end)];
}

/**
 * Zeros after a short last frame. @param end the last bytes of a FLAC file, fewer than
 * `MIN_DEMUXER_BYTES`
 */
function flacPadding(end: Uint8Array): readonly Uint8Array<ArrayBuffer>[] {
  for (let at = 0; at <= end.length - MIN_FRAME_BYTES; at++) {
    const isSync = end[at] === 0xff && (end[at + 1]! & 0xfe) === 0xf8;
    // The CRC of a frame including its own checksum is 0.
    if (isSync && flacChecksum(end.subarray(at)) === 0)
      return [new Uint8Array(MIN_DEMUXER_BYTES - (end.length - at))];
  }
  return [];
}

/** A FLAC file of parts of another file, such as the payloads of Ogg pages. */
export async function viewOfFlac(
  file: MediaBytes,
  parts: readonly FilePart[],
): Promise<MediaBytes> {
  const { read, size } = viewOfParts(file, parts);
  const end = await read(Math.max(0, size - MIN_DEMUXER_BYTES + 1), size);
  return viewOfParts(file, [...parts, ...flacPadding(end)]);
}
