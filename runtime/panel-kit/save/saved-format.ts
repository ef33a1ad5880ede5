import type { FileFacts } from "../../audio/file-facts.ts";
import { estimateSize } from "../../audio/estimate-size.ts";
import { type RequestedFormat, formatOfCodec } from "../../audio/requested-format.ts";
import {
  type OutputFormat,
  type ResultFormat,
  fileFactsOf,
  isVideoFormat,
  OUTPUT_FORMATS,
} from "#audio/media/writers/output-formats.ts";
import type { JobResult, Saving } from "../../contract/file.ts";

/**
 * The format in which a job stores its result: a lossless one. Lossy formats and videos are made
 * from it when it is saved, so that another format can be chosen later and the difference can be
 * heard.
 */
export const storedFormat = (requested: ResultFormat): OutputFormat =>
  !isVideoFormat(requested) && OUTPUT_FORMATS[requested].lossless ? requested : "wav24";

/** The format of a file, if it can be written: a video if its picture can be kept. */
export const sourceFormat = ({ codec, film }: FileFacts, isInStep: boolean): ResultFormat =>
  film !== null && isInStep ? film : formatOfCodec(codec);

/** Resolves `keep` to the format of the source. */
export const resolveFormat = (chosen: RequestedFormat, source: ResultFormat): ResultFormat =>
  chosen === "keep" ? source : chosen;

/** The format that a result is converted to when it is saved; null for none. */
export function formatToSave({ saving }: Pick<JobResult, "saving">): ResultFormat | null {
  if (!saving) return null;
  const { stored, source, chosen } = saving;
  const requested = resolveFormat(chosen, source);
  return requested === stored ? null : requested;
}

/**
 * Whether it is a transcript with the times of its words, which is stored as JSON and saved as
 * plain text unless its panel offers other formats.
 */
export const isTranscript = ({ role, type }: Pick<JobResult, "role" | "type">): boolean =>
  role === "transcript" && type === "application/json";

/** The file name under which a result is saved, with the extension of its format. */
export function nameToSave(result: Pick<JobResult, "name" | "role" | "saving" | "type">): string {
  const format = formatToSave(result);
  if (format === null && !isTranscript(result)) return result.name;
  const ending = format === null ? "txt" : fileFactsOf(format).ending;
  return `${result.name.replace(/\.[^.]*$/, "")}.${ending}`;
}

/** Size of the saved file in bytes; null if it depends on the content. */
export function sizeToSave(result: Pick<JobResult, "role" | "saving" | "size" | "type">): {
  readonly bytes: number | null;
  readonly isExact: boolean;
} {
  if (isTranscript(result)) return { bytes: null, isExact: false };
  const format = formatToSave(result);
  if (format === null) return { bytes: result.size, isExact: true };
  const { sampleRate, channels, seconds } = result.saving as Saving;
  const bytes = isVideoFormat(format)
    ? null
    : estimateSize(format, { sampleRate, channels }, seconds);
  return { bytes, isExact: false };
}
