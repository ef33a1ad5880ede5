import { safeHeadroomOf } from "#audio/media/writers/headroom.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { fileFactsOf, isVideoFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import type { FilesStore, JobResult } from "../../contract/file.ts";
import { createMemorySink } from "../../contract/sinks/memory-sink.ts";
import type { RunRequest } from "../../audio/worker/effect/run-request.ts";
import { encodeBelow } from "./encode-below-ceiling.ts";
import { formatToSave, nameToSave } from "./saved-format.ts";

export interface ConvertOptions {
  /** Opens the video that a result belongs to. */
  readonly files: Pick<FilesStore, "open">;
  readonly signal: AbortSignal;
  /** @param done from 0 to 1; null if it is not known */
  readonly onProgress: (done: number | null) => void;
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
): Promise<File> {
  const output = formatToSave(result);
  if (output === null) return file;
  const videoId = result.saving?.film ?? null;
  const video = isVideoFormat(output) && videoId !== null ? await files.open(videoId) : null;
  const { beside, ceiling } = result.saving!;
  const engine = sharedEngine();
  const encode = async (limit: Pick<RunRequest, "ceiling" | "headroom">): Promise<Blob> => {
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
      { ...options, sink },
    );
    return toBlob();
  };
  const isExact = !isVideoFormat(output) && OUTPUT_FORMATS[output].lossless;
  const encoded =
    ceiling === undefined || isExact
      ? await encode({})
      : await encodeBelow({
          ceiling,
          safeHeadroom: safeHeadroomOf(output),
          encode: (headroom) => encode({ ceiling, headroom }),
          truePeakOf: async (blob) => (await engine.measure(blob, options)).truePeak,
        });
  const { type } = fileFactsOf(output);
  return new File([encoded], nameToSave(result), { type, lastModified: result.created });
}
