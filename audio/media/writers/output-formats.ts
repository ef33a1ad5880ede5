/** What a result can be written as. */
export type OutputFormat =
  | "wav16"
  | "wav24"
  | "wav32f"
  | "flac"
  | "mp3"
  | "m4a"
  | "opus"
  | "vorbis";

/** What pictures and sound are written as together. */
export type FilmFormat = "mp4" | "mov" | "webm" | "mkv";
export type ResultFormat = OutputFormat | FilmFormat;

export interface FormatFacts {
  /** Of the file's name, without its dot. */
  readonly ending: string;
  /** MIME type. */
  readonly type: string;
  /** Whether every sample comes back as it was. */
  readonly lossless: boolean;
  /** The rates that are written, in Hz, where there are few. */
  readonly rates?: readonly number[];
  /** Most channels; above it they are mixed down. */
  readonly mostChannels: number;
  /** Bits a second and channel. */
  readonly bitrate?: number;
  /** Milliseconds of processor time that writing a second of stereo sound takes, measured by `bench/progress`. */
  readonly cost: number;
}

/** What a sound of a codec is written as where its packets are copied as they are. */
export const PACKET_COPIES: Readonly<Record<string, Pick<FormatFacts, "ending" | "type">>> = {
  mp3: { ending: "mp3", type: "audio/mpeg" },
  aac: { ending: "m4a", type: "audio/mp4" },
  opus: { ending: "opus", type: "audio/ogg" },
  vorbis: { ending: "ogg", type: "audio/ogg" },
};

const MP3_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const AAC_RATES = [...MP3_RATES, 64_000, 88_200, 96_000];

/** In the order in which they are offered. */
export const OUTPUT_FORMATS: Readonly<Record<OutputFormat, FormatFacts>> = {
  wav16: { ending: "wav", type: "audio/wav", lossless: true, mostChannels: 8, cost: 1 },
  wav24: { ending: "wav", type: "audio/wav", lossless: true, mostChannels: 8, cost: 1 },
  wav32f: { ending: "wav", type: "audio/wav", lossless: true, mostChannels: 8, cost: 1 },
  flac: { ending: "flac", type: "audio/flac", lossless: true, mostChannels: 8, cost: 3 },
  mp3: {
    cost: 9,
    ending: "mp3",
    type: "audio/mpeg",
    lossless: false,
    rates: MP3_RATES,
    mostChannels: 2,
    bitrate: 128_000,
  },
  m4a: {
    cost: 15,
    ending: "m4a",
    type: "audio/mp4",
    lossless: false,
    rates: AAC_RATES,
    mostChannels: 2,
    bitrate: 96_000,
  },
  opus: {
    cost: 17,
    ending: "opus",
    type: "audio/ogg",
    lossless: false,
    rates: [48_000],
    mostChannels: 2,
    bitrate: 80_000,
  },
  vorbis: {
    cost: 22,
    ending: "ogg",
    type: "audio/ogg",
    lossless: false,
    mostChannels: 2,
  },
};

/**
 * Films, with what their sound may be written as: first what all players of the container know. Their
 * pictures are copied.
 */
export const FILM_FORMATS: Readonly<
  Record<
    FilmFormat,
    Pick<FormatFacts, "ending" | "type"> & { readonly sounds: readonly OutputFormat[] }
  >
> = {
  mp4: { ending: "mp4", type: "video/mp4", sounds: ["m4a", "opus"] },
  mov: { ending: "mov", type: "video/quicktime", sounds: ["m4a"] },
  webm: { ending: "webm", type: "video/webm", sounds: ["opus"] },
  mkv: { ending: "mkv", type: "video/x-matroska", sounds: ["m4a", "opus", "flac"] },
};

export const isFilm = (format: ResultFormat): format is FilmFormat =>
  Object.hasOwn(FILM_FORMATS, format);

/** Milliseconds of processor time that writing a second of stereo sound takes; pictures are only copied. */
export const writingCost = (format: ResultFormat): number =>
  OUTPUT_FORMATS[isFilm(format) ? FILM_FORMATS[format].sounds[0]! : format].cost;

/** Whether a result has fewer channels than its file because its format has no more. */
export const isMixedDown = (channels: number, output: ResultFormat): boolean =>
  !isFilm(output) && channels > OUTPUT_FORMATS[output].mostChannels;

/** Ending and MIME type of a result, with or without pictures. */
export const fileFactsOf = (format: ResultFormat): Pick<FormatFacts, "ending" | "type"> =>
  isFilm(format) ? FILM_FORMATS[format] : OUTPUT_FORMATS[format];

/** Rate at which a sound of a rate is written: its own, or the lowest that loses nothing. */
export const rateOf = ({ rates }: FormatFacts, sampleRate: number): number =>
  rates ? (rates.find((rate) => rate >= sampleRate) ?? rates.at(-1)!) : sampleRate;
