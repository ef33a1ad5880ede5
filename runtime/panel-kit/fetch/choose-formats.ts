import type { LinkFormat } from "../../workspace/contract/links.ts";
import { type Wanted, codecOf, hasPictures } from "./wanted.ts";

/** Minimum height of a video stream whose audio has the quality of higher ones. */
const SOUND_FROM = 480;

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
  const films = formats.filter(({ kind }) => kind === "both").sort(byHeight);
  return films.findLast(({ height }) => (height ?? 0) >= SOUND_FROM) ?? films[0];
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
  wanted: Wanted,
  height: number,
): readonly LinkFormat[] {
  if (hasPictures(wanted)) {
    const films = formats.filter(({ kind }) => kind !== "audio");
    const low = films.filter((one) => height === 0 || (one.height ?? 0) <= height);
    // If no format is small enough, the smallest is chosen.
    const fit = low.length > 0 ? low : [...films].sort(byHeight).slice(-1);
    const top = first(fit, byHeight)?.height ?? 0;
    const best = fit.filter((one) => (one.height ?? 0) === top);
    const plain = wanted === "mp4" ? best.filter(({ codec }) => codec === "h264") : [];
    const film = first(plain.length > 0 ? plain : best, byBitrate);
    if (film?.kind === "both") return [film];
    const sound = film && bestSound(formats, soundFor(film.codec));
    if (film) return sound ? [film, sound] : [film];
  }
  const sound = bestSound(formats, codecOf(wanted));
  return sound ? [sound] : [];
}
