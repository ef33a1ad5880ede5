import { ApiFailure } from "../../http/api-failure.ts";
import { addressOf } from "../pages/markup.ts";
import { type DashElement, childrenOf } from "./dash-tree.ts";
import { type Part, type PartList, partLine, PARTS, playlistOf, withinLimits } from "./parts.ts";

/** Segments of one track. They are listed lazily, because a manifest may have many tracks. */
export interface DashSegments {
  /** Seconds. */
  readonly duration: number;
  readonly count: number;
  /** @throws {ApiFailure} source_unsupported, source_too_large */
  readonly list: () => PartList;
}

/** Values for the `$…$` placeholders of URLs, and the base URL. */
export interface SegmentContext {
  readonly id: string;
  readonly bitrate: string;
  readonly base: URL;
  /** Duration of the period in seconds. */
  readonly duration: number;
}

/** Maximum number of characters of a template; of a value. */
const TEMPLATE = 2048;
const FILLED = 256;

/** Replaces placeholders like `$Number%05d$`. */
const filled = (
  template: string,
  { id, bitrate }: SegmentContext,
  number: number,
  time: number,
): string =>
  template.replaceAll(/\$(\w{0,20})(?:%0(\d{1,2})d)?\$/g, (_whole, name: string, width = "0") => {
    if (name === "") return "$";
    const value = { RepresentationID: id, Bandwidth: bitrate, Number: number, Time: time }[name];
    return String(value ?? "").padStart(Number(width), "0");
  });

/** Consecutive segments of equal duration, in units of the timescale. */
interface SegmentRun {
  readonly time: number;
  readonly length: number;
  readonly count: number;
}

/** @throws {ApiFailure} source_unsupported, source_too_large */
function runsOf(timeline: DashElement, total: number): readonly SegmentRun[] {
  const runs: SegmentRun[] = [];
  let time = 0;
  let segments = 0;
  const all = childrenOf(timeline, "S");
  for (const [at, { all: one }] of all.entries()) {
    time = one["t"] === undefined ? time : Number(one["t"]);
    const length = Number(one["d"]);
    const repeat = Number(one["r"] ?? 0);
    const until = Number(all[at + 1]?.all["t"] ?? total);
    const count = repeat < 0 ? Math.max(0, Math.ceil((until - time) / length)) : repeat + 1;
    if (!(length > 0) || !Number.isFinite(time) || Number.isNaN(count))
      throw new ApiFailure("source_unsupported");
    segments += count;
    if (segments > PARTS) throw new ApiFailure("source_too_large");
    runs.push({ time, length, count });
    time += length * count;
  }
  return runs;
}

function listOf(parts: readonly Part[], seconds: readonly number[]): PartList {
  const lines = seconds.map((length, at) => partLine(length, at + 2));
  const longest = seconds.reduce((max, one) => Math.max(max, one), 0);
  return {
    duration: seconds.reduce((sum, length) => sum + length, 0),
    parts: withinLimits(parts),
    playlist: playlistOf(['#EXT-X-MAP:URI="1"', ...lines], longest),
  };
}

/** Resolves the URL of a segment. @throws {ApiFailure} source_unsupported */
function segmentAddress(relative: string | undefined, base: URL): string {
  const url = addressOf(relative, base);
  if (url === null) throw new ApiFailure("source_unsupported");
  return url;
}

/** Cache of the runs of a template, which many representations share. */
const known = new WeakMap<DashElement, readonly SegmentRun[]>();

function runsOfTemplate(template: DashElement, total: number): readonly SegmentRun[] {
  const [timeline] = childrenOf(template, "SegmentTimeline");
  if (timeline) {
    const runs = known.get(timeline) ?? runsOf(timeline, total);
    known.set(timeline, runs);
    return runs;
  }
  const length = Number(template.all["duration"]);
  const count = Math.ceil(total / length - 1e-6);
  if (count > PARTS) throw new ApiFailure("source_too_large");
  return count > 0 ? [{ time: 0, length, count }] : [];
}

/** @throws {ApiFailure} source_unsupported, source_too_large */
export function fromTemplate(template: DashElement, context: SegmentContext): DashSegments {
  const { media, initialization, startnumber } = template.all;
  const scale = Number(template.all["timescale"] ?? 1);
  const first = Number(startnumber ?? 1);
  const texts = [media ?? "", initialization ?? ""];
  if (
    media === undefined ||
    initialization === undefined ||
    texts.some((text) => text.length > TEMPLATE) ||
    [context.id, context.bitrate].some((text) => text.length > FILLED) ||
    !(scale > 0) ||
    !Number.isSafeInteger(first)
  )
    throw new ApiFailure("source_unsupported");
  const runs = runsOfTemplate(template, context.duration * scale);
  const count = runs.reduce((sum, run) => sum + run.count, 0);
  if (count === 0) throw new ApiFailure("source_unsupported");
  const at = (text: string, number: number, time: number): Part => ({
    url: segmentAddress(filled(text, context, number, time), context.base),
  });
  // Rejects unsupported URLs early.
  const start = at(initialization, first, 0);
  at(media, first, runs[0]!.time);
  return {
    count,
    duration: runs.reduce((sum, run) => sum + run.count * run.length, 0) / scale,
    list: () => {
      const parts = [start];
      const seconds: number[] = [];
      for (const { time, length, count: own } of runs)
        for (let i = 0; i < own; i++) {
          parts.push(at(media, first + seconds.length, time + i * length));
          seconds.push(length / scale);
        }
      return listOf(parts, seconds);
    },
  };
}

/** Parses a byte range like `0-99` into its first byte and the byte after its last. */
function bytesOf(text: string | undefined): Pick<Part, "range"> {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? "") ?? [];
  return from === undefined ? {} : { range: [Number(from), Number(to) + 1] };
}

/** @throws {ApiFailure} source_unsupported */
export function fromList(element: DashElement, { base }: SegmentContext): DashSegments {
  const { all } = element;
  const [start] = childrenOf(element, "Initialization");
  const segments = childrenOf(element, "SegmentURL");
  const seconds = Number(all["duration"]) / Number(all["timescale"] ?? 1);
  if (!start || segments.length === 0 || !(seconds > 0) || seconds === Infinity)
    throw new ApiFailure("source_unsupported");
  if (segments.length > PARTS) throw new ApiFailure("source_too_large");
  const partOf = (name: string, range: string, { all: one }: DashElement): Part => ({
    url: segmentAddress(one[name] ?? "", base),
    ...bytesOf(one[range]),
  });
  const first = partOf("sourceurl", "range", start);
  partOf("media", "mediarange", segments[0]!);
  return {
    count: segments.length,
    duration: segments.length * seconds,
    list: () =>
      listOf(
        [first, ...segments.map((one) => partOf("media", "mediarange", one))],
        segments.map(() => seconds),
      ),
  };
}

/**
 * Joins the segments of several periods into one list; each period has its own initialization
 * segment. @throws {ApiFailure} source_too_large
 */
export function joinSegments(periods: readonly DashSegments[]): DashSegments {
  const count = periods.reduce((sum, one) => sum + one.count, 0);
  if (count > PARTS) throw new ApiFailure("source_too_large");
  return {
    count,
    duration: periods.reduce((sum, one) => sum + one.duration, 0),
    list: () => joinLists(periods.map((one) => one.list())),
  };
}

function joinLists(lists: readonly PartList[]): PartList {
  const parts = withinLimits(lists.flatMap((list) => list.parts));
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
