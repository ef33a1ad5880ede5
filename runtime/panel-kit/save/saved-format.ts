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

/** The file name under which a result is saved, with the extension of its format. */
export function nameToSave(result: Pick<JobResult, "name" | "saving">): string {
  const format = formatToSave(result);
  if (format === null) return result.name;
  return `${result.name.replace(/\.[^.]*$/, "")}.${fileFactsOf(format).ending}`;
}

/** Size of the saved file in bytes; null if it depends on the content. */
export function sizeToSave(result: Pick<JobResult, "size" | "saving">): {
  readonly bytes: number | null;
  readonly isExact: boolean;
} {
  const format = formatToSave(result);
  if (format === null) return { bytes: result.size, isExact: true };
  const { sampleRate, channels, seconds } = result.saving as Saving;
  const bytes = isVideoFormat(format)
    ? null
    : estimateSize(format, { sampleRate, channels }, seconds);
  return { bytes, isExact: false };
}
