import { type InputFormat, MATROSKA, MP4, QTFF, WEBM } from "mediabunny";
import { type VideoFormat, type OutputFormat, VIDEO_FORMATS } from "./output-formats.ts";

/** Video containers by demuxer. */
const DEMUXED: readonly (readonly [InputFormat, VideoFormat])[] = [
  [MP4, "mp4"],
  [QTFF, "mov"],
  [WEBM, "webm"],
  [MATROSKA, "mkv"],
];

/** The video format of a container; undefined if it cannot be written. */
export const videoFormatOf = (container: InputFormat): VideoFormat | undefined =>
  DEMUXED.find(([format]) => format === container)?.[1];

const CODECS: Readonly<Partial<Record<OutputFormat, string>>> = {
  m4a: "aac",
  opus: "opus",
  flac: "flac",
};

/**
 * Format of the sound of a video: its own codec if the container supports it and there is an
 * encoder, otherwise the one that all players of the container support.
 * @param codec of the original sound, for example `ac3`; null without sound
 */
export function videoSoundFormat(format: VideoFormat, codec: string | null): OutputFormat {
  const { sounds } = VIDEO_FORMATS[format];
  return sounds.find((name) => CODECS[name] === codec) ?? sounds[0]!;
}
