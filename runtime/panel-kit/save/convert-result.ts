import { sharedEngine } from "../../audio/shared-engine.ts";
import type { ResultFormat } from "../../../audio/media/writers/output-formats.ts";
import { fileFactsOf, isFilm } from "../../../audio/media/writers/output-formats.ts";
import type { FilesStore, JobResult } from "../../workspace/contract/file.ts";
import type { SinkChunk } from "../../workspace/contract/job-runner.ts";
import type { JobsStore } from "../../workspace/contract/job.ts";
import { createPatchwork } from "../../workspace/contract/patchwork.ts";
import { formatToSave, nameToSave } from "./saving.ts";

export interface ConvertOptions {
  readonly signal: AbortSignal;
  /** @param done 0 to 1; null while it cannot be known */
  readonly onProgress: (done: number | null) => void;
}

/**
 * The file that is saved of a result: panel, queue and ZIP get the same.
 * @throws {FaultError} `file.missing`, where its bytes are gone, or those of the film with its picture
 */
export async function fileToSave(
  { jobs, files }: { readonly jobs: JobsStore; readonly files: FilesStore },
  result: JobResult,
  options: ConvertOptions,
): Promise<File> {
  const file = await jobs.openResult(result);
  const format = formatToSave(result);
  if (format === null) return file;
  const filmId = result.saving?.film ?? null;
  const film = isFilm(format) && filmId !== null ? await files.open(filmId) : null;
  const blob = await convert(file, { format, film }, options);
  const { type } = fileFactsOf(format);
  return new File([blob], nameToSave(result), { type, lastModified: result.created });
}

/** A sound in another format, with the pictures of a film where that is one. */
async function convert(
  file: File,
  { format, film }: { readonly format: ResultFormat; readonly film: File | null },
  options: ConvertOptions,
): Promise<Blob> {
  const bytes = createPatchwork();
  const sink = new WritableStream<SinkChunk>({
    write(chunk) {
      if ("position" in chunk) bytes.write(chunk.position, chunk.data);
    },
  });
  await sharedEngine().run(
    { effect: null, file, values: {}, output: format, ...(film && { film }) },
    { ...options, sink },
  );
  return bytes.toBlob();
}
