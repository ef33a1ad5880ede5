import type { OutputFormat } from "../../../../audio/media/writers/output-formats.ts";
import type { JsonObject } from "../../../workspace/contract/json.ts";

/** What is wanted of a media: its sound or all of it as it is, or its sound in a format. */
export type Wanted =
  | "best"
  | "mp3"
  | "m4a"
  | "opus"
  | "vorbis"
  | "flac"
  | "wav16"
  | "video"
  | "mp4";

/** In the order in which they are offered. */
export const WANTED: readonly Wanted[] = [
  "best",
  "mp3",
  "m4a",
  "opus",
  "vorbis",
  "flac",
  "wav16",
  "video",
  "mp4",
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

export const hasPictures = (wanted: Wanted): boolean => wanted === "video" || wanted === "mp4";

/** The codec that a wish is there in without encoding anything; null: whichever it is. */
export const codecOf = (wanted: Wanted): string | null => {
  if (wanted === "m4a") return "aac";
  return wanted === "mp3" || wanted === "opus" || wanted === "vorbis" || wanted === "flac"
    ? wanted
    : null;
};

/** What is encoded for a wish where its codec is another; null: nothing is. */
export const outputOf = (wanted: Wanted): OutputFormat | null =>
  wanted === "best" || hasPictures(wanted) ? null : (wanted as OutputFormat);

/** Heights of pictures that are offered; 0: the best that there is. */
export const HEIGHTS = [0, 2160, 1440, 1080, 720, 480, 360] as const;

/** What a job is given. */
export interface DownloadParams extends JsonObject {
  readonly wanted: Wanted;
  /** Pixels of a picture at most; 0: any. */
  readonly height: number;
  /** Empty: as it was found. */
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Whether its picture becomes the cover. */
  readonly cover: boolean;
}
