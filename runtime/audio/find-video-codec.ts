import type { FrameSize } from "#core/lyrics/video-frame.ts";
import type { VideoCodec } from "./worker/rendered-video.ts";

/** Codec settings of a video. */
export interface VideoCodecSettings {
  readonly output: "mp4" | "webm";
  readonly codec: VideoCodec;
}
export interface VideoFrames {
  readonly size: FrameSize;
  /** Frames per second. */
  readonly rate: number;
  /** Bits per second. */
  readonly bitrate: number;
}

/** Luma samples per frame and per second that each H.264 level allows, with its names. */
const LEVELS = [
  { picture: 921_600, second: 27_648_000, avc: "1f", av1: "05", vp9: "31" },
  { picture: 2_228_224, second: 66_846_720, avc: "28", av1: "08", vp9: "40" },
  { picture: 2_228_224, second: 133_693_440, avc: "2a", av1: "09", vp9: "41" },
  { picture: 8_912_896, second: 251_658_240, avc: "33", av1: "12", vp9: "50" },
  { picture: Infinity, second: Infinity, avc: "34", av1: "13", vp9: "51" },
] as const;

/** Codecs in order of preference: all players support H.264. */
function writingsFor({
  size: { width, height },
  rate,
}: VideoFrames): readonly VideoCodecSettings[] {
  const samples = width * height;
  const level = LEVELS.find((one) => samples <= one.picture && samples * rate <= one.second)!;
  const av1 = { name: "av1", full: `av01.0.${level.av1}M.08` } as const;
  return [
    { output: "mp4", codec: { name: "avc", full: `avc1.6400${level.avc}` } },
    { output: "mp4", codec: { name: "avc", full: `avc1.4d00${level.avc}` } },
    { output: "mp4", codec: { name: "avc", full: `avc1.4200${level.avc}` } },
    { output: "mp4", codec: av1 },
    { output: "webm", codec: { name: "vp9", full: `vp09.00.${level.vp9}.08` } },
    { output: "webm", codec: av1 },
    { output: "webm", codec: { name: "vp8", full: "vp8" } },
  ];
}

/**
 * Finds a video codec that the browser can encode.
 * @param output required container; any if missing
 * @returns null if the browser can encode none
 */
export async function findVideoCodec(
  pictures: VideoFrames,
  output?: VideoCodecSettings["output"],
): Promise<VideoCodecSettings | null> {
  if (typeof VideoEncoder === "undefined" || typeof OffscreenCanvas === "undefined") return null;
  const { size, rate, bitrate } = pictures;
  for (const writing of writingsFor(pictures)) {
    if (output && writing.output !== output) continue;
    const config: VideoEncoderConfig = {
      codec: writing.codec.full,
      ...size,
      bitrate,
      framerate: rate,
      ...(writing.codec.name === "avc" && { avc: { format: "avc" } }),
    };
    const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({
      supported: false,
    }));
    if (supported) return writing;
  }
  return null;
}

/**
 * Bit rate of rendered frames, in bits per second: higher frame rates have smaller differences
 * between frames.
 */
export const bitrateOf = ({ width, height }: FrameSize, rate: number): number =>
  Math.round(0.1 * width * height * 30 * (rate / 30) ** 0.7);
