import { ApiFailure } from "../../http/api-failure.ts";

/** Maximum number of parts: more than three days with parts of six seconds. */
export const PARTS = 50_000;
/**
 * Maximum total length of the URLs of all parts and keys, because results are copied between
 * threads part by part.
 */
const ADDRESSES = 16 * 1024 * 1024;

/** Returns the parts if they are within the limits. @throws {ApiFailure} source_too_large */
export function withinLimits(parts: readonly Part[]): readonly Part[] {
  const characters = parts.reduce(
    (sum, { url, key }) => sum + url.length + (key?.url.length ?? 0),
    0,
  );
  // One additional part is the initialization segment.
  if (parts.length > PARTS + 1 || characters > ADDRESSES) throw new ApiFailure("source_too_large");
  return parts;
}

/** A part of a segmented format: a separate file, or a byte range. */
export interface Part {
  readonly url: string;
  /** First byte and the byte after the last; undefined: the whole file. */
  readonly range?: readonly [start: number, end: number];
  readonly key?: PartKey;
}
/** AES-128 key in CBC mode that encrypts parts of HLS (RFC 8216, 4.3.2.4). */
export interface PartKey {
  readonly url: string;
  /** 16 bytes in hexadecimal. */
  readonly iv: string;
}
export interface PartList {
  /** Total duration in seconds. */
  readonly duration: number;
  readonly parts: readonly Part[];
  /**
   * The same list as a media playlist with part numbers as URLs, starting at 1. It has no keys or
   * ranges, because parts are delivered decrypted and cropped.
   */
  readonly playlist: string;
}

/** Frame types; `begin` is followed by a part number, `bytes` by a byte count. */
const BEGIN = 1;
const BYTES = 2;
const END = 3;

function frame(kind: number, value: number): Uint8Array {
  const bytes = new Uint8Array(5);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, kind);
  view.setUint32(1, value);
  return bytes;
}

/**
 * Frames the parts, so that the client knows which ones are complete: `1` and a part number, `2`
 * with a byte count and the bytes, and `3` with 0 after the last part. Numbers are 32-bit
 * big-endian. Part 0 is the playlist.
 * @param from number of the first part
 */
export async function* frameParts(
  { parts, playlist }: PartList,
  from: number,
  open: (part: Part) => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  if (from === 0) {
    const text = new TextEncoder().encode(playlist);
    yield frame(BEGIN, 0);
    yield frame(BYTES, text.length);
    yield text;
  }
  for (let at = Math.max(1, from); at <= parts.length; at++) {
    const bytes = await open(parts[at - 1]!);
    yield frame(BEGIN, at);
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue;
      yield frame(BYTES, chunk.length);
      yield chunk;
    }
  }
  yield frame(END, 0);
}

/** Playlist lines of a part. */
export const partLine = (seconds: number, at: number): string =>
  `#EXTINF:${seconds.toFixed(6)},\n${at}`;

/** Wraps lines into a media playlist. */
export const playlistOf = (lines: readonly string[], longest: number): string =>
  [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(longest))}`,
    "#EXT-X-PLAYLIST-TYPE:VOD",
    ...lines,
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
