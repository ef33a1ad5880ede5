import { ApiFailure } from "../../http/api-failure.ts";
import { addressOf as resolveAddress } from "../pages/markup.ts";
import {
  type Part,
  type PartKey,
  type PartList,
  partLine,
  PARTS,
  playlistOf,
  withinLimits,
} from "./parts.ts";

/** Maximum number of nonempty lines of a playlist; of characters of a line. */
const LINES = 10 * PARTS;
const LINE = 65_536;
/** Maximum number of variants, and of audio renditions. */
const VARIANTS = 100;
const SOUNDS = 1000;
/** Maximum number of codecs of a variant. */
const CODECS = 20;
/** Maximum duration of a part, in seconds. */
const LONGEST = 86_400;

export interface HlsVariant {
  readonly url: string;
  /** Bits per second. */
  readonly bitrate: number | null;
  /** RFC 6381 identifiers, such as `mp4a.40.2`. */
  readonly codecs: readonly string[];
  readonly height: number | null;
  /** Group of the audio renditions; null if the variant contains its audio. */
  readonly sounds: string | null;
}
export interface HlsSound {
  readonly url: string;
  readonly group: string;
  readonly name: string;
  readonly isDefault: boolean;
}
export interface HlsMaster {
  readonly variants: readonly HlsVariant[];
  readonly sounds: readonly HlsSound[];
}

/** Parses the attributes of a tag (RFC 8216, 4.2). */
function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/(?<![A-Z0-9-])([A-Z0-9-]{1,40})=("[^"]*"|[^",]*)/g);
  return Object.fromEntries(
    Array.from(found, ([, name, value]) => [name!, value!.replaceAll('"', "")]),
  );
}

/** @throws {ApiFailure} source_unsupported */
function addressOf(relative: string | undefined, base: URL): string {
  const url = resolveAddress(relative, base);
  if (url === null) throw new ApiFailure("source_unsupported");
  return url;
}

/** Yields the nonempty lines. @throws {ApiFailure} source_too_large */
function* linesOf(text: string): Generator<string> {
  let count = 0;
  for (const [whole] of text.matchAll(/[^\r\n]+/g)) {
    if (++count > LINES || whole.length > LINE) throw new ApiFailure("source_too_large");
    const line = whole.trim();
    if (line !== "") yield line;
  }
}
const afterColon = (line: string): string => line.slice(line.indexOf(":") + 1);

/**
 * The variants of a master playlist; null for a media playlist. @throws {ApiFailure}
 * source_unsupported, source_protected
 */
export function parseMaster(text: string, base: URL): HlsMaster | null {
  if (!/^[ \t]*#EXT-X-STREAM-INF:/m.test(text)) return null;
  const variants: HlsVariant[] = [];
  const sounds: HlsSound[] = [];
  let variant: Omit<HlsVariant, "url"> | null = null;
  for (const line of linesOf(text)) {
    if (!line.startsWith("#") && variant !== null) {
      variants.push({ ...variant, url: addressOf(line, base) });
      variant = null;
    }
    if (line.startsWith("#EXT-X-SESSION-KEY:")) checkKey(attributesOf(afterColon(line)));
    if (line.startsWith("#EXT-X-MEDIA:")) {
      const all = attributesOf(afterColon(line));
      if (all["TYPE"] !== "AUDIO" || all["URI"] === undefined) continue;
      sounds.push({
        url: addressOf(all["URI"], base),
        group: all["GROUP-ID"] ?? "",
        name: all["NAME"] ?? "",
        isDefault: all["DEFAULT"] === "YES",
      });
      if (sounds.length > SOUNDS) throw new ApiFailure("source_unsupported");
    }
    if (!line.startsWith("#EXT-X-STREAM-INF:")) continue;
    const all = attributesOf(afterColon(line));
    if (variants.length >= VARIANTS) throw new ApiFailure("source_unsupported");
    variant = {
      bitrate: Number(all["AVERAGE-BANDWIDTH"] ?? all["BANDWIDTH"]) || null,
      codecs: all["CODECS"]?.split(",", CODECS).map((codec) => codec.trim()) ?? [],
      height: Number(/x(\d+)$/.exec(all["RESOLUTION"] ?? "")?.[1]) || null,
      sounds: all["AUDIO"] ?? null,
    };
  }
  if (variants.length === 0) throw new ApiFailure("source_unsupported");
  const separate = new Set(sounds.map(({ group }) => group));
  return {
    // The audio of a group without a URI is contained in the variant.
    variants: variants.map((one) =>
      one.sounds !== null && separate.has(one.sounds) ? one : { ...one, sounds: null },
    ),
    sounds,
  };
}

/** @throws {ApiFailure} source_protected */
function checkKey(all: Readonly<Record<string, string>>): void {
  const method = all["METHOD"] ?? "NONE";
  const format = all["KEYFORMAT"] ?? "identity";
  if (method === "NONE") return;
  if (method !== "AES-128" || format !== "identity") throw new ApiFailure("source_protected");
}

interface Reading {
  readonly base: URL;
  readonly parts: Part[];
  readonly lines: string[];
  key: Omit<PartKey, "iv"> | null;
  iv: string | null;
  sequence: number;
  /** End of the last range by URL. */
  readonly ends: Map<string, number>;
}

/** Parses a range `<count>@<start>`; without a start, the range follows the previous one. */
function rangeOf(text: string, url: string, { ends }: Reading): readonly [number, number] {
  const [count, start] = text.split("@", 2).map(Number) as [number, number?];
  const from = start ?? ends.get(url) ?? 0;
  if (!Number.isSafeInteger(count) || !Number.isSafeInteger(from) || count < 1)
    throw new ApiFailure("source_unsupported");
  ends.set(url, from + count);
  return [from, from + count];
}

function keyOf({ key, iv, sequence }: Reading): { readonly key?: PartKey } {
  if (!key) return {};
  // Without an IV attribute, the IV is the media sequence number (RFC 8216, 5.2).
  return { key: { ...key, iv: iv ?? sequence.toString(16).padStart(32, "0") } };
}

function readKey(reading: Reading, text: string): void {
  const all = attributesOf(text);
  checkKey(all);
  if ((all["METHOD"] ?? "NONE") === "NONE") {
    reading.key = null;
    return;
  }
  const iv = all["IV"]?.replace(/^0x/i, "").toLowerCase() ?? null;
  if (iv !== null && !/^[0-9a-f]{1,32}$/.test(iv)) throw new ApiFailure("source_unsupported");
  reading.key = { url: addressOf(all["URI"], reading.base) };
  reading.iv = iv?.padStart(32, "0") ?? null;
}

/** @throws {ApiFailure} source_too_large */
function addPart(reading: Reading, url: string, range: string | null): void {
  reading.parts.push({
    url,
    ...(range !== null && { range: rangeOf(range, url, reading) }),
    ...keyOf(reading),
  });
  if (reading.parts.length > PARTS) throw new ApiFailure("source_too_large");
}

function readMap(reading: Reading, text: string): void {
  const all = attributesOf(text);
  addPart(reading, addressOf(all["URI"], reading.base), all["BYTERANGE"] ?? null);
  reading.lines.push(`#EXT-X-MAP:URI="${reading.parts.length}"`);
}

/**
 * Parses the parts of a media playlist.
 * @throws {ApiFailure} source_live, for a playlist without an end; source_protected,
 *   source_unsupported
 */
export function parsePlaylist(text: string, base: URL): PartList {
  const reading: Reading = {
    base,
    parts: [],
    lines: [],
    key: null,
    iv: null,
    sequence: 0,
    ends: new Map(),
  };
  let seconds = 0;
  let longest = 0;
  let duration = 0;
  let range: string | null = null;
  let isOver = false;
  for (const line of linesOf(text)) {
    if (line.startsWith("#EXT-X-KEY:")) readKey(reading, afterColon(line));
    else if (line.startsWith("#EXT-X-MAP:")) readMap(reading, afterColon(line));
    else if (line.startsWith("#EXTINF:")) seconds = Number.parseFloat(afterColon(line)) || 0;
    else if (line.startsWith("#EXT-X-BYTERANGE:")) range = afterColon(line);
    else if (line.startsWith("#EXT-X-MEDIA-SEQUENCE:"))
      reading.sequence = Number(afterColon(line)) || 0;
    else if (line === "#EXT-X-DISCONTINUITY") reading.lines.push(line);
    else if (line === "#EXT-X-ENDLIST" || line === "#EXT-X-PLAYLIST-TYPE:VOD") isOver = true;
    if (line.startsWith("#")) continue;
    if (!(seconds >= 0 && seconds <= LONGEST) || !Number.isSafeInteger(reading.sequence))
      throw new ApiFailure("source_unsupported");
    addPart(reading, addressOf(line, base), range);
    reading.lines.push(partLine(seconds, reading.parts.length));
    duration += seconds;
    longest = Math.max(longest, seconds);
    range = null;
    reading.sequence++;
  }
  if (duration === 0) throw new ApiFailure("source_unsupported");
  if (!isOver) throw new ApiFailure("source_live");
  const parts = withinLimits(reading.parts);
  return { duration, parts, playlist: playlistOf(reading.lines, longest) };
}
