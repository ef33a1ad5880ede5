import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { StoredMedia } from "../media-store/media-store.ts";

/** What to download: the media or its audio as it is, or its audio in a format. */
export type DownloadTarget =
  | "best"
  | "mp3"
  | "m4a"
  | "opus"
  | "vorbis"
  | "flac"
  | "wav16"
  | "wav24"
  | "wav32f"
  | "video"
  | "mp4"
  | "h264";

/** All targets in the order in which they are offered. */
export const DOWNLOAD_TARGETS: readonly DownloadTarget[] = [
  "best",
  "mp3",
  "m4a",
  "opus",
  "vorbis",
  "flac",
  "wav16",
  "wav24",
  "wav32f",
  "video",
  "mp4",
  "h264",
];

/** The default target of each page. */
const PRESET_TARGETS: Readonly<Record<string, DownloadTarget>> = {
  audio: "best",
  mp3: "mp3",
  m4a: "m4a",
  ogg: "vorbis",
  wav: "wav16",
  mp4: "mp4",
  video: "video",
  shorts: "mp4",
  playlist: "mp3",
};
export const defaultTarget = (preset: string): DownloadTarget => PRESET_TARGETS[preset] ?? "best";

export const hasPictures = (target: DownloadTarget): boolean =>
  target === "video" || target === "mp4" || target === "h264";

/** The codec that a target can be copied from without encoding; null if any codec will do. */
export const codecOf = (target: DownloadTarget): string | null => {
  if (target === "m4a") return "aac";
  return target === "mp3" || target === "opus" || target === "vorbis" || target === "flac"
    ? target
    : null;
};

/**
 * The format that a target is encoded to if the source has another codec; null if it is never
 * encoded.
 */
export const outputOf = (target: DownloadTarget): OutputFormat | null =>
  target in OUTPUT_FORMATS ? (target as OutputFormat) : null;

/** Selectable bit rates for stereo, in kb/s; the middle one is the default. */
export const BITRATES: Readonly<Partial<Record<DownloadTarget, readonly number[]>>> = {
  mp3: [320, 256, 192, 128, 96],
  m4a: [256, 192, 160, 128, 96],
  opus: [256, 160, 128, 96, 64],
  vorbis: [256, 192, 160, 112, 96],
};
/** The default bit rate in kb/s. */
export const defaultBitrate = (target: DownloadTarget): number => BITRATES[target]?.[2] ?? 0;

/** Parameters of a download job. */
export interface DownloadParams extends JsonObject {
  readonly wanted: DownloadTarget;
  /** Maximum height of the video in pixels; 0 for any. */
  readonly height: number;
  /** For stereo, in kb/s; 0 copies if possible and else uses the default. */
  readonly bitrate: number;
  /** Empty: the title of the source. */
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Whether the thumbnail is embedded as the cover. */
  readonly cover: boolean;
  /** A cover of the visitor's own; missing in jobs of earlier versions. */
  readonly image?: StoredMedia | null;
  /** Edited chapter lines; null for those of the source. */
  readonly chapters: string | null;
}
