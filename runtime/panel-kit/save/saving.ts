import type { FileFacts } from "../../audio/file-facts.ts";
import { estimateSize } from "../../audio/estimate-size.ts";
import { type WantedFormat, formatOfCodec } from "../../audio/wanted-format.ts";
import {
  type OutputFormat,
  type ResultFormat,
  fileFactsOf,
  isFilm,
  OUTPUT_FORMATS,
} from "#audio/media/writers/output-formats.ts";
import type { JobResult, Saving } from "../../workspace/contract/file.ts";

/**
 * What a job writes where a format is wanted: one that loses nothing. What is compressed, and films, are
 * made of it when they are saved, so that another format can be chosen later, and what was removed be heard.
 */
export const storedAs = (wanted: ResultFormat): OutputFormat =>
  !isFilm(wanted) && OUTPUT_FORMATS[wanted].lossless ? wanted : "wav24";

/** The format of a file, as far as it can be written: a film where its picture can be kept. */
export const sourceFormatOf = ({ codec, film }: FileFacts, isInStep: boolean): ResultFormat =>
  film !== null && isInStep ? film : formatOfCodec(codec);

/** `keep` as the format of the source. */
export const wantedAs = (chosen: WantedFormat, source: ResultFormat): ResultFormat =>
  chosen === "keep" ? source : chosen;

/** The format that a result is saved in; null where it is saved as it is. */
export function formatToSave({ saving }: Pick<JobResult, "saving">): ResultFormat | null {
  if (!saving) return null;
  const { stored, source, chosen } = saving;
  const wanted = wantedAs(chosen, source);
  return wanted === stored ? null : wanted;
}

/** The name that a result is saved under: with the ending of what it is saved as. */
export function nameToSave(result: Pick<JobResult, "name" | "saving">): string {
  const format = formatToSave(result);
  if (format === null) return result.name;
  return `${result.name.replace(/\.[^.]*$/, "")}.${fileFactsOf(format).ending}`;
}

/** Bytes of what is saved; null where that depends on the sound or on a picture. */
export function sizeToSave(result: Pick<JobResult, "size" | "saving">): {
  readonly bytes: number | null;
  readonly isExact: boolean;
} {
  const format = formatToSave(result);
  if (format === null) return { bytes: result.size, isExact: true };
  const { sampleRate, channels, seconds } = result.saving as Saving;
  const bytes = isFilm(format) ? null : estimateSize(format, { sampleRate, channels }, seconds);
  return { bytes, isExact: false };
}
