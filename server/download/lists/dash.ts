import { ApiFailure } from "../../http/api-failure.ts";
import { addressOf, parseDuration } from "../pages/markup.ts";
import { codecOf } from "./codec-of.ts";
import {
  type DashSegments,
  type SegmentContext,
  fromList,
  fromTemplate,
  joinSegments,
} from "./dash-segments.ts";
import { type DashElement, childrenOf, hasElement, readDashTree } from "./dash-tree.ts";

/** Maximum number of tracks of one period; of all periods. */
const TRACKS = 100;
const ALL_TRACKS = 5000;

/** A representation in a DASH manifest (ISO/IEC 23009-1). */
export interface DashTrack {
  readonly id: string;
  readonly kind: "audio" | "video";
  /** MIME type. */
  readonly type: string;
  readonly codec: string | null;
  readonly bitrate: number | null;
  readonly height: number | null;
  /** URL of the track if it is a single file; null if it is segmented. */
  readonly file: string | null;
  readonly segments: DashSegments | null;
}

/** @throws {ApiFailure} source_unsupported */
function baseOf(element: DashElement, base: URL): URL {
  const [own] = childrenOf(element, "BaseURL");
  if (!own) return base;
  const address = addressOf(own.text.trim(), base);
  if (address === null) throw new ApiFailure("source_unsupported");
  return new URL(address);
}

/**
 * Duration of each period in seconds: declared, or until the start of the next period, or until the
 * end of the media.
 */
function durationsOf(periods: readonly DashElement[], manifest: DashElement): number[] {
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

/**
 * The track of the next period that continues a track: the one with the same id, or else the most
 * similar one.
 */
function nextOf(track: DashTrack, period: readonly DashTrack[]): DashTrack | null {
  const apart = (other: DashTrack): number =>
    10 * Math.abs(Math.log((other.height ?? 1) / (track.height ?? 1))) +
    Math.abs(Math.log((other.bitrate ?? 1) / (track.bitrate ?? 1)));
  let next: DashTrack | null = null;
  let nearest = Infinity;
  for (const other of period) {
    if (other.kind !== track.kind || other.type !== track.type) continue;
    if (codecOf(other.codec) !== codecOf(track.codec)) continue;
    if (other.id === track.id) return other;
    const distance = apart(other);
    if (next === null || distance < nearest) [next, nearest] = [other, distance];
  }
  return next;
}

/**
 * All tracks of a manifest. Periods, such as those before and after an advertisement, are joined: a
 * track has to be present in each of them.
 * @throws {ApiFailure} source_live, source_protected, source_unsupported, source_too_large
 */
export function parseManifest(xml: string, from: URL): readonly DashTrack[] {
  const manifest = readDashTree(xml);
  if (manifest.name !== "MPD") throw new ApiFailure("source_unsupported");
  if (manifest.all["type"] === "dynamic") throw new ApiFailure("source_live");
  if (hasElement(manifest, "ContentProtection")) throw new ApiFailure("source_protected");
  const periods = childrenOf(manifest, "Period");
  const durations = durationsOf(periods, manifest);
  const outer = baseOf(manifest, from);
  let count = 0;
  const [first, ...others] = periods.map((period, at) => {
    const tracks = tracksOf(period, { base: baseOf(period, outer), duration: durations[at]! });
    count += tracks.length;
    if (count > ALL_TRACKS) throw new ApiFailure("source_too_large");
    return tracks;
  });
  if (!first) throw new ApiFailure("source_unsupported");
  if (others.length === 0) return first;
  const whole = first.flatMap((track) => {
    const all = [track, ...others.map((period) => nextOf(track, period))];
    const segments = all.flatMap((one) => (one?.segments ? [one.segments] : []));
    return segments.length === all.length ? [{ ...track, segments: joinSegments(segments) }] : [];
  });
  if (whole.length === 0) throw new ApiFailure("source_unsupported");
  return whole;
}

type PeriodContext = Pick<SegmentContext, "base" | "duration">;

function tracksOf(period: DashElement, { base, duration }: PeriodContext): readonly DashTrack[] {
  const tracks: DashTrack[] = [];
  for (const set of childrenOf(period, "AdaptationSet")) {
    const own = baseOf(set, base);
    for (const one of childrenOf(set, "Representation")) {
      const track = trackOf(set, one, { base: baseOf(one, own), duration });
      if (track) tracks.push(track);
      if (tracks.length > TRACKS) throw new ApiFailure("source_too_large");
    }
  }
  return tracks;
}

function trackOf(
  set: DashElement,
  one: DashElement,
  { base, duration }: PeriodContext,
): DashTrack | null {
  const type = one.all["mimetype"] ?? set.all["mimetype"] ?? `${set.all["contenttype"]}/mp4`;
  // The type is copied into a response header.
  const kind = /^(audio|video)\/[\w.+-]{1,60}$/.exec(type)?.[1] as DashTrack["kind"] | undefined;
  if (!kind) return null;
  const bitrate = one.all["bandwidth"] ?? "";
  const context: SegmentContext = { id: one.all["id"] ?? "", bitrate, base, duration };
  const find = (name: string): DashElement | undefined =>
    childrenOf(one, name)[0] ?? childrenOf(set, name)[0];
  const template = find("SegmentTemplate");
  const list = find("SegmentList");
  const segments = template
    ? fromTemplate(template, context)
    : list
      ? fromList(list, context)
      : null;
  return {
    id: context.id,
    kind,
    type,
    codec: one.all["codecs"] ?? set.all["codecs"] ?? null,
    bitrate: Number(bitrate) || null,
    height: Number(one.all["height"] ?? set.all["height"]) || null,
    file: segments ? null : base.href,
    segments,
  };
}
