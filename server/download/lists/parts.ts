import { ApiFailure } from "../../http/api-failure.ts";

/** Parts of one media at most: more than three days of six seconds each. */
export const PARTS = 50_000;
/** Characters of the addresses of all parts and of their keys: what the reader returns is copied part by part. */
const ADDRESSES = 16 * 1024 * 1024;

/** The parts as they are. @throws {ApiFailure} source_too_large */
export function withinLimits(parts: readonly Part[]): readonly Part[] {
  const characters = parts.reduce(
    (sum, { url, key }) => sum + url.length + (key?.url.length ?? 0),
    0,
  );
  // One of them is the beginning of all others.
  if (parts.length > PARTS + 1 || characters > ADDRESSES) throw new ApiFailure("source_too_large");
  return parts;
}

/** A part of a media that comes in many: a file of its own, or a range of one. */
export interface Part {
  readonly url: string;
  /** First byte and the one behind the last; all of it where it is missing. */
  readonly range?: readonly [start: number, end: number];
  readonly key?: PartKey;
}
/** AES-128 in CBC mode, by which parts of HLS are encrypted (RFC 8216, 4.3.2.4). */
export interface PartKey {
  readonly url: string;
  /** 16 bytes in hexadecimal. */
  readonly iv: string;
}
/** What a list of parts says of them. */
export interface PartList {
  /** Seconds of all. */
  readonly duration: number;
  readonly parts: readonly Part[];
  /**
   * The same as a media playlist whose addresses are the numbers of the parts, from 1 on: without keys
   * and ranges, since parts are handed out as they are to be read.
   */
  readonly playlist: string;
}

/** Kinds of frames; `begin` has the number of a part, `bytes` their count. */
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
 * Parts one after the other, each with its number before it, so that who reads knows which are whole:
 * `1` and the number of a part, `2`, a count and so many bytes of it, and `3` and 0 once nothing is
 * missing. Numbers have 32 bits, the highest first. Part 0 is the playlist.
 * @param from number of the first
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

/** A line of a playlist for a part. */
export const partLine = (seconds: number, at: number): string =>
  `#EXTINF:${seconds.toFixed(6)},\n${at}`;

/** A media playlist around its lines. */
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
