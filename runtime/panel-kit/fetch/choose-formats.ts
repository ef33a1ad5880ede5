import type { LinkFormat } from "../../contract/links.ts";
import { type DownloadTarget, codecOf, hasPictures } from "./download-target.ts";

/** Minimum height of a video stream whose audio has the quality of higher ones. */
const MIN_HEIGHT_WITH_GOOD_AUDIO = 480;

const byBitrate = (a: LinkFormat, b: LinkFormat): number =>
  (b.bitrate ?? b.size ?? 0) - (a.bitrate ?? a.size ?? 0);
const byHeight = (a: LinkFormat, b: LinkFormat): number =>
  (b.height ?? 0) - (a.height ?? 0) || byBitrate(a, b);
const first = (formats: readonly LinkFormat[], order: typeof byBitrate): LinkFormat | undefined =>
  [...formats].sort(order)[0];

/**
 * The best audio, preferably in a given codec; if audio comes only with video, with the smallest
 * good video.
 */
export function bestSound(
  formats: readonly LinkFormat[],
  codec: string | null,
): LinkFormat | undefined {
  const sounds = formats.filter(({ kind }) => kind === "audio");
  const own = sounds.filter((one) => one.codec === codec);
  if (sounds.length > 0) return first(own.length > 0 ? own : sounds, byBitrate);
  const videos = formats.filter(({ kind }) => kind === "both").sort(byHeight);
  return videos.findLast(({ height }) => (height ?? 0) >= MIN_HEIGHT_WITH_GOOD_AUDIO) ?? videos[0];
}

/** The audio codec that is muxed with a video codec. */
const soundFor = (picture: string | null): string => (picture?.startsWith("vp") ? "opus" : "aac");

/**
 * The formats to download for a target: one format, or video and audio separately.
 * @param height maximum height of the video; 0 for any
 * @returns an empty list if there is none
 */
export function chooseFormats(
  formats: readonly LinkFormat[],
  target: DownloadTarget,
  height: number,
): readonly LinkFormat[] {
  if (hasPictures(target)) {
    const videos = formats.filter(({ kind }) => kind !== "audio");
    const low = videos.filter((one) => height === 0 || (one.height ?? 0) <= height);
    // If no format is small enough, the smallest is chosen.
    const candidates = low.length > 0 ? low : [...videos].sort(byHeight).slice(-1);
    const top = first(candidates, byHeight)?.height ?? 0;
    const best = candidates.filter((one) => (one.height ?? 0) === top);
    const plain = target === "mp4" ? best.filter(({ codec }) => codec === "h264") : [];
    const video = first(plain.length > 0 ? plain : best, byBitrate);
    if (video?.kind === "both") return [video];
    const sound = video && bestSound(formats, soundFor(video.codec));
    if (video) return sound ? [video, sound] : [video];
  }
  const sound = bestSound(formats, codecOf(target));
  return sound ? [sound] : [];
}
