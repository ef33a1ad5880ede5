import path from "node:path";
import {
  type OutputFormat,
  type ResultFormat,
  type VideoFormat,
  fileFactsOf,
  isVideoFormat,
} from "#audio/media/writers/output-formats.ts";
import { ToolkitError } from "#core/errors/errors.ts";

/** Output formats by the names of `--format`; null: WAV with the bit depth of the source. */
const FORMATS = {
  wav: null,
  wav16: "wav16",
  wav24: "wav24",
  wav32f: "wav32f",
  flac: "flac",
  mp3: "mp3",
  m4a: "m4a",
  ogg: "vorbis",
  opus: "opus",
  mp4: "mp4",
  mov: "mov",
  webm: "webm",
  mkv: "mkv",
} as const satisfies Readonly<Record<string, ResultFormat | null>>;
export type FormatName = keyof typeof FORMATS;

export const isFormat = (name: string): name is FormatName => Object.hasOwn(FORMATS, name);

/** Name of an output format for `--format`. */
export const formatNameOf = (format: OutputFormat): FormatName =>
  format === "vorbis" ? "ogg" : format;

/** Extension of a result's name, without the dot. */
export const endingOfFormat = (name: FormatName): string =>
  fileFactsOf(FORMATS[name] ?? "wav16").ending;

/** Whether results of a format contain video. */
export const isVideoFormatName = (name: FormatName): name is FormatName & VideoFormat =>
  isVideoFormat(FORMATS[name] ?? "wav16");

/** @throws {ToolkitError} OUTPUT_FORMAT_UNKNOWN */
export function parseFormat(name: string): FormatName {
  if (isFormat(name)) return name;
  const known = Object.keys(FORMATS).join(", ");
  throw new ToolkitError("OUTPUT_FORMAT_UNKNOWN", { name, known });
}

/** Alternative extensions of formats. */
const ALIASES: Readonly<Record<string, string>> = {
  wave: "wav",
  m4b: "m4a",
  oga: "ogg",
  m4v: "mp4",
  qt: "mov",
};

/** @returns the format with a name, if it exists */
function endingOf(file: string): string {
  const ending = path.extname(file).slice(1).toLowerCase();
  return ALIASES[ending] ?? ending;
}

/** The format for a file's extension. @throws {ToolkitError} OUTPUT_FORMAT_UNKNOWN */
export const formatOfName = (file: string): FormatName => parseFormat(endingOf(file));

/**
 * The format of an input if it can be written, else WAV.
 * @param keepsLength whether the sound stays in sync with video
 */
export function formatLikeInput(file: string, keepsLength: boolean): FormatName {
  const ending = endingOf(file);
  return isFormat(ending) && (keepsLength || !isVideoFormatName(ending)) ? ending : "wav";
}

/** WAV with the bit depth of the source, which is lossless. */
export function resolveFormat(name: FormatName, sourceCodec: string | null): ResultFormat {
  const format = FORMATS[name];
  if (format) return format;
  if (/^pcm-[fs](32|64)/.test(sourceCodec ?? "")) return "wav32f";
  return sourceCodec?.startsWith("pcm-s24") || sourceCodec === "flac" ? "wav24" : "wav16";
}
