import { safeHeadroomOf } from "#audio/media/writers/headroom.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { fileFactsOf, isVideoFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import type { FilesStore, JobResult } from "../../contract/file.ts";
import { createMemorySink } from "../../contract/sinks/memory-sink.ts";
import type { RunRequest } from "../../audio/worker/effect/run-request.ts";
import type { SavedLevels } from "../../audio/records.ts";
import { encodeToFit } from "./encode/encode-to-fit.ts";
import { formatToSave, nameToSave } from "./saved-format.ts";
import { isWatched, lossyFormat, storeSavedLevels } from "./saved-levels.ts";

export interface ConvertOptions {
  /** Opens the video that a result belongs to. */
  readonly files: Pick<FilesStore, "open">;
  readonly signal: AbortSignal;
  /** @param done from 0 to 1; null if it is not known */
  readonly onProgress: (done: number | null) => void;
}

/** A saved file. */
export interface ConvertedFile {
  readonly file: File;
  /** As players decode it; null if it was not measured. */
  readonly levels: SavedLevels | null;
}

/**
 * A result in the chosen format, muxed with its video if the format is a video.
 * @param file bytes of the result
 * @throws {FaultError} `file.missing` if the video no longer exists
 */
export async function convertResult(
  file: File,
  result: JobResult,
  { files, ...options }: ConvertOptions,
): Promise<ConvertedFile> {
  const output = formatToSave(result);
  if (output === null) return { file, levels: null };
  const videoId = result.saving?.film ?? null;
  const video = isVideoFormat(output) && videoId !== null ? await files.open(videoId) : null;
  const { beside, ceiling, loudness = null } = result.saving!;
  const engine = sharedEngine();
  const encode = async (
    limit: Pick<RunRequest, "ceiling" | "levels">,
    onProgress: ConvertOptions["onProgress"],
  ): Promise<Blob> => {
    const { sink, toBlob } = createMemorySink();
    await engine.run(
      {
        effect: null,
        file,
        values: {},
        output,
        ...limit,
        ...(video && { video, ...(beside && { addedTrack: beside }) }),
      },
      { ...options, onProgress, sink },
    );
    return toBlob();
  };
  const isExact = !isVideoFormat(output) && OUTPUT_FORMATS[output].lossless;
  const { encoded, levels } =
    ceiling === undefined || isExact
      ? { encoded: await encode({}, options.onProgress), levels: null }
      : await encodeToFit({
          ceiling,
          loudness,
          safeHeadroom: safeHeadroomOf(output),
          encode: (before, onProgress) => encode({ ceiling, levels: before }, onProgress),
          measure: async (blob) => {
            const { signal } = options;
            const measured = await engine.measure(blob, { signal }, { ceiling });
            return { ...measured, overshoots: measured.overshoots! };
          },
          onProgress: options.onProgress,
        });
  const { type } = fileFactsOf(output);
  return {
    file: new File([encoded], nameToSave(result), { type, lastModified: result.created }),
    levels,
  };
}

/**
 * Stores the levels of a converted file. If they are not known, it is measured where they are
 * shown.
 */
export function storeLevels(
  { file, levels }: ConvertedFile,
  result: JobResult,
  signal: AbortSignal,
): void {
  const store = async (): Promise<void> => {
    if (lossyFormat(result) === null || (!levels && !isWatched(result.id))) return;
    await storeSavedLevels(result, levels ?? (await sharedEngine().measure(file, { signal })));
  };
  // Without them, the levels before encoding are shown, and named as such.
  store().catch(() => {});
}
