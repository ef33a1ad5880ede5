import { ApiFailure } from "../../http/api-failure.ts";
import type { Part, PartKey, PartList } from "./parts.ts";
import { partLine, playlistOf } from "./parts.ts";

/** Parts of one media at most: more than three days of six seconds each. */
const PARTS = 50_000;

export interface HlsVariant {
  readonly url: string;
  /** Bits a second. */
  readonly bitrate: number | null;
  /** Such as `mp4a.40.2`. */
  readonly codecs: readonly string[];
  readonly height: number | null;
  /** Group of renditions whose sound belongs to it; null: its sound is in it. */
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

/** Attributes of a tag (RFC 8216, 4.2). */
function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/([A-Z0-9-]{1,40})=("[^"]*"|[^",]*)/g);
  return Object.fromEntries(
    Array.from(found, ([, name, value]) => [name!, value!.replaceAll('"', "")]),
  );
}

/** @throws {ApiFailure} source_unsupported */
function addressOf(relative: string | undefined, base: URL): string {
  const url = relative === undefined ? null : URL.parse(relative, base.href);
  if (!url || !/^https?:$/.test(url.protocol)) throw new ApiFailure("source_unsupported");
  return url.href;
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/).map((line) => line.trim());
const afterColon = (line: string): string => line.slice(line.indexOf(":") + 1);

/** The variants of a media; null where the text is the playlist of one. @throws {ApiFailure} source_unsupported, source_protected */
export function parseMaster(text: string, base: URL): HlsMaster | null {
  const lines = linesOf(text);
  if (!lines.some((line) => line.startsWith("#EXT-X-STREAM-INF:"))) return null;
  const variants: HlsVariant[] = [];
  const sounds: HlsSound[] = [];
  for (const [at, line] of lines.entries()) {
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
    }
    if (!line.startsWith("#EXT-X-STREAM-INF:")) continue;
    const all = attributesOf(afterColon(line));
    const url = lines.slice(at + 1).find((next) => next !== "" && !next.startsWith("#"));
    variants.push({
      url: addressOf(url, base),
      bitrate: Number(all["AVERAGE-BANDWIDTH"] ?? all["BANDWIDTH"]) || null,
      codecs: all["CODECS"]?.split(",").map((codec) => codec.trim()) ?? [],
      height: Number(/x(\d+)$/.exec(all["RESOLUTION"] ?? "")?.[1]) || null,
      sounds: all["AUDIO"] ?? null,
    });
    if (variants.length > 100) throw new ApiFailure("source_unsupported");
  }
  const separate = new Set(sounds.map(({ group }) => group));
  return {
    // A group whose sound has no address is in the variant itself.
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
  /** Where the last range of each address ended. */
  readonly ends: Map<string, number>;
}

/** A range as `<count>@<start>`; without a start it follows the one before. */
function rangeOf(text: string, url: string, { ends }: Reading): readonly [number, number] {
  const [count, start] = text.split("@").map(Number) as [number, number?];
  const from = start ?? ends.get(url) ?? 0;
  if (!Number.isSafeInteger(count) || !Number.isSafeInteger(from) || count < 1)
    throw new ApiFailure("source_unsupported");
  ends.set(url, from + count);
  return [from, from + count];
}

function keyOf({ key, iv, sequence }: Reading): { readonly key?: PartKey } {
  if (!key) return {};
  // Without a vector of its own it is the number of the part (RFC 8216, 5.2).
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

function readMap(reading: Reading, text: string): void {
  const all = attributesOf(text);
  const url = addressOf(all["URI"], reading.base);
  const range = all["BYTERANGE"];
  reading.parts.push({
    url,
    ...(range !== undefined && { range: rangeOf(range, url, reading) }),
    ...keyOf(reading),
  });
  reading.lines.push(`#EXT-X-MAP:URI="${reading.parts.length}"`);
}

/**
 * The parts of a media.
 * @throws {ApiFailure} source_live, where it has no end; source_protected, source_unsupported
 */
export function parsePlaylist(text: string, base: URL): PartList {
  const lines = linesOf(text);
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
  for (const line of lines) {
    if (line.startsWith("#EXT-X-KEY:")) readKey(reading, afterColon(line));
    else if (line.startsWith("#EXT-X-MAP:")) readMap(reading, afterColon(line));
    else if (line.startsWith("#EXTINF:")) seconds = Number.parseFloat(afterColon(line)) || 0;
    else if (line.startsWith("#EXT-X-BYTERANGE:")) range = afterColon(line);
    else if (line.startsWith("#EXT-X-MEDIA-SEQUENCE:"))
      reading.sequence = Number(afterColon(line)) || 0;
    else if (line === "#EXT-X-DISCONTINUITY") reading.lines.push(line);
    else if (line === "#EXT-X-ENDLIST" || line === "#EXT-X-PLAYLIST-TYPE:VOD") isOver = true;
    if (line === "" || line.startsWith("#")) continue;
    const url = addressOf(line, base);
    reading.parts.push({
      url,
      ...(range !== null && { range: rangeOf(range, url, reading) }),
      ...keyOf(reading),
    });
    if (reading.parts.length > PARTS) throw new ApiFailure("source_too_large");
    reading.lines.push(partLine(seconds, reading.parts.length));
    duration += seconds;
    longest = Math.max(longest, seconds);
    range = null;
    reading.sequence++;
  }
  if (duration === 0) throw new ApiFailure("source_unsupported");
  if (!isOver) throw new ApiFailure("source_live");
  return { duration, parts: reading.parts, playlist: playlistOf(reading.lines, longest) };
}
