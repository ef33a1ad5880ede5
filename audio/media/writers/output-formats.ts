/** Audio output formats. */
export type OutputFormat =
  | "wav16"
  | "wav24"
  | "wav32f"
  | "flac"
  | "mp3"
  | "m4a"
  | "opus"
  | "vorbis";

/** Video output containers. */
export type VideoFormat = "mp4" | "mov" | "webm" | "mkv";
export type ResultFormat = OutputFormat | VideoFormat;

export interface FormatFacts {
  /** File extension without the dot. */
  readonly ending: string;
  /** MIME type. */
  readonly type: string;
  /** Whether decoding restores every sample. */
  readonly lossless: boolean;
  /** Supported sample rates in Hz, if they are restricted. */
  readonly rates?: readonly number[];
  /** Maximum channels; more are mixed down. */
  readonly maxChannels: number;
  /** Bits per second and channel. */
  readonly bitrate?: number;
  /** Milliseconds of CPU time to write one second of stereo sound, measured by `bench/progress`. */
  readonly cost: number;
}

/** File extensions and types for packet copies by codec. */
export const PACKET_COPIES: Readonly<Record<string, Pick<FormatFacts, "ending" | "type">>> = {
  mp3: { ending: "mp3", type: "audio/mpeg" },
  aac: { ending: "m4a", type: "audio/mp4" },
  opus: { ending: "opus", type: "audio/ogg" },
  vorbis: { ending: "ogg", type: "audio/ogg" },
};

const MP3_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const AAC_RATES = [...MP3_RATES, 64_000, 88_200, 96_000];

/** In display order. */
export const OUTPUT_FORMATS: Readonly<Record<OutputFormat, FormatFacts>> = {
  wav16: { ending: "wav", type: "audio/wav", lossless: true, maxChannels: 8, cost: 1 },
  wav24: { ending: "wav", type: "audio/wav", lossless: true, maxChannels: 8, cost: 1 },
  wav32f: { ending: "wav", type: "audio/wav", lossless: true, maxChannels: 8, cost: 1 },
  flac: { ending: "flac", type: "audio/flac", lossless: true, maxChannels: 8, cost: 3 },
  mp3: {
    cost: 9,
    ending: "mp3",
    type: "audio/mpeg",
    lossless: false,
    rates: MP3_RATES,
    maxChannels: 2,
    bitrate: 128_000,
  },
  m4a: {
    cost: 15,
    ending: "m4a",
    type: "audio/mp4",
    lossless: false,
    rates: AAC_RATES,
    maxChannels: 2,
    bitrate: 96_000,
  },
  opus: {
    cost: 17,
    ending: "opus",
    type: "audio/ogg",
    lossless: false,
    rates: [48_000],
    maxChannels: 2,
    bitrate: 80_000,
  },
  vorbis: {
    cost: 22,
    ending: "ogg",
    type: "audio/ogg",
    lossless: false,
    maxChannels: 2,
  },
};

/**
 * Video containers with the formats of their sound, starting with the one that all players of the
 * container support. Video is copied.
 */
export const VIDEO_FORMATS: Readonly<
  Record<
    VideoFormat,
    Pick<FormatFacts, "ending" | "type"> & { readonly sounds: readonly OutputFormat[] }
  >
> = {
  mp4: { ending: "mp4", type: "video/mp4", sounds: ["m4a", "opus"] },
  mov: { ending: "mov", type: "video/quicktime", sounds: ["m4a"] },
  webm: { ending: "webm", type: "video/webm", sounds: ["opus"] },
  mkv: { ending: "mkv", type: "video/x-matroska", sounds: ["m4a", "opus", "flac"] },
};

export const isVideoFormat = (format: ResultFormat): format is VideoFormat =>
  Object.hasOwn(VIDEO_FORMATS, format);

/** Milliseconds of CPU time to write one second of stereo sound; video is only copied. */
export const writingCost = (format: ResultFormat): number =>
  OUTPUT_FORMATS[isVideoFormat(format) ? VIDEO_FORMATS[format].sounds[0]! : format].cost;

/** Whether the output format has fewer channels than the file. */
export const isMixedDown = (channels: number, output: ResultFormat): boolean =>
  !isVideoFormat(output) && channels > OUTPUT_FORMATS[output].maxChannels;

/** File extension and MIME type of a result, with or without video. */
export const fileFactsOf = (format: ResultFormat): Pick<FormatFacts, "ending" | "type"> =>
  isVideoFormat(format) ? VIDEO_FORMATS[format] : OUTPUT_FORMATS[format];

/** Sample rate of the output: the same, or the lowest supported one that loses nothing. */
export const rateOf = ({ rates }: FormatFacts, sampleRate: number): number =>
  rates ? (rates.find((rate) => rate >= sampleRate) ?? rates.at(-1)!) : sampleRate;
