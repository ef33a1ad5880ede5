import { ApiFailure } from "../../http/api-failure.ts";
import { attributesOf, contentOf, parseDuration } from "../pages/markup.ts";
import { codecOf } from "./codec-of.ts";
import type { Part, PartList } from "./parts.ts";
import { partLine, playlistOf } from "./parts.ts";

/** Parts of one media at most. */
const PARTS = 50_000;

/** One of the forms in which a media of a manifest is there (ISO/IEC 23009-1). */
export interface DashTrack {
  readonly id: string;
  readonly kind: "audio" | "video";
  readonly type: string;
  readonly codec: string | null;
  readonly bitrate: number | null;
  readonly height: number | null;
  /** Address of the one file that it is; null where it comes in parts. */
  readonly file: string | null;
  readonly list: PartList | null;
}

type Attributes = Readonly<Record<string, string>>;
interface Element {
  readonly all: Attributes;
  readonly inside: string;
}

/** Elements of a name, none of which lies in another. */
function elementsOf(xml: string, name: string): Element[] {
  const found: Element[] = [];
  const open = new RegExp(`<${name}(?=[\\s/>])[^<>]*>`, "g");
  for (let match = open.exec(xml); match; match = open.exec(xml)) {
    const from = open.lastIndex;
    const isEmpty = match[0].endsWith("/>");
    const to = isEmpty ? from : xml.indexOf(`</${name}>`, from);
    found.push({ all: attributesOf(match[0]), inside: xml.slice(from, to < 0 ? from : to) });
    if (!isEmpty && to >= 0) open.lastIndex = to;
    if (found.length > 10_000) throw new ApiFailure("source_too_large");
  }
  return found;
}

const baseOf = (xml: string, base: URL): URL => {
  const relative = contentOf(
    xml.split(/<(?:AdaptationSet|Representation|Period)[\s>]/)[0]!,
    "BaseURL",
  );
  return (relative === null ? null : URL.parse(relative.trim(), base.href)) ?? base;
};

interface Numbers {
  readonly id: string;
  readonly bitrate: string;
}
/** Fills in `$Number%05d$` and its like. */
const filled = (template: string, { id, bitrate }: Numbers, number: number, time: number): string =>
  template.replaceAll(/\$(\w*)(?:%0(\d{1,2})d)?\$/g, (_whole, name: string, width = "0") => {
    if (name === "") return "$";
    const value = { RepresentationID: id, Bandwidth: bitrate, Number: number, Time: time }[name];
    return String(value ?? "").padStart(Number(width), "0");
  });

/** Begin and length of each segment of a timeline, in its units. */
function timesOf(timeline: string, total: number): [time: number, length: number][] {
  const times: [number, number][] = [];
  let time = 0;
  const all = elementsOf(timeline, "S");
  for (const [at, { all: one }] of all.entries()) {
    time = one["t"] === undefined ? time : Number(one["t"]);
    const length = Number(one["d"]);
    const repeat = Number(one["r"] ?? 0);
    const until = Number(all[at + 1]?.all["t"] ?? total);
    if (!(length > 0)) throw new ApiFailure("source_unsupported");
    const count = repeat < 0 ? Math.ceil((until - time) / length) : repeat + 1;
    if (times.length + count > PARTS) throw new ApiFailure("source_too_large");
    for (let i = 0; i < count; i++, time += length) times.push([time, length]);
  }
  return times;
}

interface Place extends Numbers {
  readonly base: URL;
  /** Seconds. */
  readonly duration: number;
}

function listOf(parts: readonly Part[], seconds: readonly number[]): PartList {
  const lines = seconds.map((length, at) => partLine(length, at + 2));
  return {
    duration: seconds.reduce((sum, length) => sum + length, 0),
    parts,
    playlist: playlistOf(['#EXT-X-MAP:URI="1"', ...lines], Math.max(...seconds)),
  };
}

/** Where a segment is. @throws {ApiFailure} source_unsupported */
function addressOf(relative: string, base: URL): string {
  const url = URL.parse(relative, base.href);
  if (!url || !/^https?:$/.test(url.protocol)) throw new ApiFailure("source_unsupported");
  return url.href;
}

function fromTemplate(template: Element, place: Place): PartList {
  const { all, inside } = template;
  const { media, initialization } = all;
  if (media === undefined || initialization === undefined)
    throw new ApiFailure("source_unsupported");
  const scale = Number(all["timescale"] ?? 1);
  const first = Number(all["startnumber"] ?? 1);
  const length = Number(all["duration"]);
  const count = Math.ceil((place.duration * scale) / length - 1e-6);
  if (count > PARTS) throw new ApiFailure("source_too_large");
  const times: [number, number][] = inside.includes("<SegmentTimeline")
    ? timesOf(inside, place.duration * scale)
    : Array.from({ length: count || 0 }, (_, at) => [at * length, length]);
  if (times.length === 0) throw new ApiFailure("source_unsupported");
  const parts = times.map(([time], at) => ({
    url: addressOf(filled(media, place, first + at, time), place.base),
  }));
  const start = { url: addressOf(filled(initialization, place, first, 0), place.base) };
  return listOf(
    [start, ...parts],
    times.map(([, one]) => one / scale),
  );
}

/** `0-99` as its first byte and the one behind the last. */
function bytesOf(text: string | undefined): Pick<Part, "range"> {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? "") ?? [];
  return from === undefined ? {} : { range: [Number(from), Number(to) + 1] };
}

function fromList({ all, inside }: Element, { base }: Place): PartList {
  const [start] = elementsOf(inside, "Initialization");
  const segments = elementsOf(inside, "SegmentURL");
  const seconds = Number(all["duration"]) / Number(all["timescale"] ?? 1);
  if (!start || segments.length === 0 || !(seconds > 0)) throw new ApiFailure("source_unsupported");
  const partOf = (name: string, range: string, { all: one }: Element): Part => ({
    url: addressOf(one[name] ?? "", base),
    ...bytesOf(one[range]),
  });
  return listOf(
    [
      partOf("sourceurl", "range", start),
      ...segments.map((one) => partOf("media", "mediarange", one)),
    ],
    segments.map(() => seconds),
  );
}

/** Seconds of each period: told by itself, by when the next one starts, or by the end of all. */
function durationsOf(periods: readonly Element[], manifest: Element): number[] {
  const total = parseDuration(manifest.all["mediapresentationduration"] ?? null);
  let start = 0;
  return periods.map(({ all }, at) => {
    start = parseDuration(all["start"] ?? null) ?? start;
    const next = parseDuration(periods[at + 1]?.all["start"] ?? null) ?? total ?? start;
    const seconds = parseDuration(all["duration"] ?? null) ?? Math.max(0, next - start);
    start += seconds;
    return seconds;
  });
}

/** The form of another period that goes on where one ends: of its name, else the one most like it. */
function nextOf(track: DashTrack, period: readonly DashTrack[]): DashTrack | null {
  const alike = period.filter(
    ({ kind, codec, type }) =>
      kind === track.kind && type === track.type && codecOf(codec) === codecOf(track.codec),
  );
  const apart = (other: DashTrack): number =>
    10 * Math.abs(Math.log((other.height ?? 1) / (track.height ?? 1))) +
    Math.abs(Math.log((other.bitrate ?? 1) / (track.bitrate ?? 1)));
  return (
    alike.find(({ id }) => id === track.id) ??
    alike.toSorted((one, other) => apart(one) - apart(other))[0] ??
    null
  );
}

/** Lists of periods as one; each has a beginning of its own. @throws {ApiFailure} source_too_large */
function joinLists(lists: readonly PartList[]): PartList {
  const parts = lists.flatMap((list) => list.parts);
  if (parts.length > PARTS) throw new ApiFailure("source_too_large");
  const lines: string[] = [];
  let before = 0;
  let longest = 0;
  for (const { parts: own, playlist } of lists) {
    if (before > 0) lines.push("#EXT-X-DISCONTINUITY");
    lines.push(`#EXT-X-MAP:URI="${before + 1}"`);
    let seconds = 0;
    for (const line of playlist.split("\n")) {
      if (line.startsWith("#EXTINF:")) seconds = Number.parseFloat(line.slice("#EXTINF:".length));
      if (/^\d+$/.test(line)) lines.push(partLine(seconds, before + Number(line)));
    }
    longest = Math.max(longest, Number(/TARGETDURATION:(\d+)/.exec(playlist)?.[1]));
    before += own.length;
  }
  const duration = lists.reduce((sum, list) => sum + list.duration, 0);
  return { duration, parts, playlist: playlistOf(lines, longest) };
}

/**
 * All forms of the media of a manifest. What comes in periods, such as before and after an
 * advertisement, is one media: forms that are in each of them.
 * @throws {ApiFailure} source_live, source_protected, source_unsupported
 */
export function parseManifest(xml: string, from: URL): readonly DashTrack[] {
  const [manifest] = elementsOf(xml, "MPD");
  if (!manifest) throw new ApiFailure("source_unsupported");
  if (manifest.all["type"] === "dynamic") throw new ApiFailure("source_live");
  if (/<(\w+:)?ContentProtection[\s/>]/.test(xml)) throw new ApiFailure("source_protected");
  const periods = elementsOf(manifest.inside, "Period");
  const durations = durationsOf(periods, manifest);
  const outer = baseOf(manifest.inside, from);
  const [first, ...others] = periods.map(({ inside }, at) =>
    tracksOf(inside, { base: baseOf(inside, outer), duration: durations[at]! }),
  );
  if (!first) throw new ApiFailure("source_unsupported");
  if (others.length === 0) return first;
  const whole = first.flatMap((track) => {
    const all = [track, ...others.map((period) => nextOf(track, period))];
    const lists = all.flatMap((one) => (one?.list ? [one.list] : []));
    return lists.length === all.length ? [{ ...track, list: joinLists(lists) }] : [];
  });
  if (whole.length === 0) throw new ApiFailure("source_unsupported");
  return whole;
}

function tracksOf(
  period: string,
  { base, duration }: Pick<Place, "base" | "duration">,
): DashTrack[] {
  return elementsOf(period, "AdaptationSet").flatMap((set) => {
    const own = baseOf(set.inside, base);
    return elementsOf(set.inside, "Representation").flatMap((one) => {
      const track = trackOf(set, one, { base: baseOf(one.inside, own), duration });
      return track ? [track] : [];
    });
  });
}

function trackOf(
  set: Element,
  one: Element,
  { base, duration }: Pick<Place, "base" | "duration">,
): DashTrack | null {
  const type = one.all["mimetype"] ?? set.all["mimetype"] ?? `${set.all["contenttype"]}/mp4`;
  const kind = /^(audio|video)\//.exec(type)?.[1] as DashTrack["kind"] | undefined;
  if (!kind) return null;
  const bitrate = one.all["bandwidth"] ?? "";
  const place: Place = { id: one.all["id"] ?? "", bitrate, base, duration };
  const inherited = set.inside.split("<Representation")[0]!;
  const find = (name: string): Element | undefined =>
    elementsOf(one.inside, name)[0] ?? elementsOf(inherited, name)[0];
  const template = find("SegmentTemplate");
  const segments = find("SegmentList");
  const list = template
    ? fromTemplate(template, place)
    : segments
      ? fromList(segments, place)
      : null;
  return {
    id: place.id,
    kind,
    type,
    codec: one.all["codecs"] ?? set.all["codecs"] ?? null,
    bitrate: Number(bitrate) || null,
    height: Number(one.all["height"] ?? set.all["height"]) || null,
    file: list ? null : base.href,
    list,
  };
}
