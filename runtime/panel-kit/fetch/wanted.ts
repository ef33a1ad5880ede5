import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import type { JsonObject } from "../../workspace/contract/json.ts";
import type { KeptFile } from "../kept-file/kept-file.ts";

/** What is wanted of a media: its sound or all of it as it is, or its sound in a format. */
export type Wanted =
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

/** In the order in which they are offered. */
export const WANTED: readonly Wanted[] = [
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

/** What a page offers first. */
const OF_PRESET: Readonly<Record<string, Wanted>> = {
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
export const wantedOf = (preset: string): Wanted => OF_PRESET[preset] ?? "best";

export const hasPictures = (wanted: Wanted): boolean =>
  wanted === "video" || wanted === "mp4" || wanted === "h264";

/** The codec that a wish is there in without encoding anything; null: whichever it is. */
export const codecOf = (wanted: Wanted): string | null => {
  if (wanted === "m4a") return "aac";
  return wanted === "mp3" || wanted === "opus" || wanted === "vorbis" || wanted === "flac"
    ? wanted
    : null;
};

/** What is encoded for a wish where its codec is another; null: nothing is. */
export const outputOf = (wanted: Wanted): OutputFormat | null =>
  wanted in OUTPUT_FORMATS ? (wanted as OutputFormat) : null;

/** Bit rates of stereo that are offered, in kb/s; the middle is what is usual. */
export const BITRATES: Readonly<Partial<Record<Wanted, readonly number[]>>> = {
  mp3: [320, 256, 192, 128, 96],
  m4a: [256, 192, 160, 128, 96],
  opus: [256, 160, 128, 96, 64],
  vorbis: [256, 192, 160, 112, 96],
};
/** The one that is taken where none is chosen. */
export const usualBitrate = (wanted: Wanted): number => BITRATES[wanted]?.[2] ?? 0;

/** What a job is given. */
export interface DownloadParams extends JsonObject {
  readonly wanted: Wanted;
  /** Pixels of a picture at most; 0: any. */
  readonly height: number;
  /** Of stereo, in kb/s; 0: copied where that can be, else encoded at what is usual. */
  readonly bitrate: number;
  /** Empty: as it was found. */
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Whether its picture becomes the cover. */
  readonly cover: boolean;
  /** A cover of one's own, in its place; jobs that were kept by an earlier version have none. */
  readonly image?: KeptFile | null;
  /** Lines of chapters that were edited; null: as they were found. */
  readonly chapters: string | null;
}
