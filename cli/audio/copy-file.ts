import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { copyPackets } from "#audio/media/copy-packets.ts";
import { PACKET_COPIES } from "#audio/media/writers/output-formats.ts";
import { MediaError } from "#audio/media/problems/media-error.ts";
import type { TimeRange } from "#audio/parameters.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { isVideoFormatName } from "./formats.ts";
import { openBytes } from "./host/node-host.ts";
import { inputFault } from "./media-problem.ts";
import { faultOfOutput, makeFolder, openForWriting, partOf } from "./output/output-path.ts";
import type { Job } from "./plan-jobs.ts";
import type { ProcessedFile, ProcessOptions } from "./process-file.ts";

/**
 * Whether packets of a codec fit into a format: Opus may be requested by the name of its container.
 */
const holds = (format: Job["format"], codec: string): boolean =>
  isVideoFormatName(format) ||
  format === PACKET_COPIES[codec]?.ending ||
  (format === "ogg" && codec === "opus");

/**
 * Writes a range of a file, in seconds, in its own codec without decoding (see `copyPackets`).
 * @throws {ToolkitError}
 */
export async function copyFile(
  { input: file, output, format }: Job,
  requestedRange: TimeRange,
  options: ProcessOptions,
): Promise<ProcessedFile> {
  const part = partOf(output);
  try {
    const { range, format: own } = await copyInto(
      part,
      { file, range: requestedRange, format },
      options,
    );
    if (!range) throw new ToolkitError("OUTPUT_EMPTY", { file });
    await rename(part, output);
    return { seconds: range[1] - range[0], ...own, findings: null, unchanged: null, notes: [] };
  } catch (error) {
    if (options.signal.aborted) throw error;
    const { syscall, path: failedPath } = error as NodeJS.ErrnoException;
    const isOfInput = syscall === "read" || failedPath === file;
    throw (isOfInput ? null : faultOfOutput(output, error)) ?? faultOf(error, file, format);
  } finally {
    await rm(part, { force: true });
  }
}

async function copyInto(
  part: string,
  { file, range, format }: Pick<Job, "format"> & { readonly file: string; range: TimeRange },
  { signal, onProgress }: ProcessOptions,
) {
  const bytes = await openBytes(file);
  try {
    await makeFolder(path.dirname(part));
    const output = await openForWriting(part);
    try {
      return await copyPackets(bytes, range, {
        accepts: (codec) => holds(format, codec),
        ...(isVideoFormatName(format) && { video: format }),
        write: output.write,
        onProgress(done) {
          signal.throwIfAborted();
          onProgress(done);
        },
      });
    } finally {
      await output.close();
    }
  } finally {
    bytes.close();
  }
}

function faultOf(error: unknown, file: string, format: string): unknown {
  const isOther = error instanceof MediaError && error.problem === "unsupported";
  if (!isOther || error.params["codec"] === undefined) return inputFault(error, file);
  const detail = `--copy cannot write ${error.params["codec"]} as ${format}.`;
  return new ToolkitError("USAGE", { detail }, { cause: error });
}
