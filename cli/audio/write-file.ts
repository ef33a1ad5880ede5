import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Block, Format } from "#audio/effect.ts";
import type { MediaBytes } from "#audio/media/host.ts";
import { openWriter } from "#audio/media/write-audio.ts";
import type { AudioWriter, WriterOptions } from "#audio/media/writers/audio-writer.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import { nodeEncoders } from "./host/encoders.ts";
import {
  type OpenOutput,
  faultOfOutput,
  makeFolder,
  openForWriting,
  partOf,
} from "./output/output-path.ts";

/** A result that is being written; it gets its name when complete. */
export interface ResultFile {
  readonly write: (block: Block, format: Format) => Promise<void>;
  /** Writes the rest. @returns the temporary path */
  complete(): Promise<string>;
  finish(): Promise<void>;
  /** Removes the temporary file. */
  discard(): Promise<void>;
}

export interface ResultOptions extends Omit<WriterOptions, "format" | "write"> {
  readonly file: string;
  /** Source of the video track of the result. */
  readonly video?: MediaBytes | undefined;
}

/**
 * Writes to a temporary file in the same folder, which is renamed at the end. The format is known
 * with the first block.
 * @throws {ToolkitError} if the disk is full, or the file cannot be written
 */
export function createResult({ file, video: videoFile, ...options }: ResultOptions): ResultFile {
  const part = partOf(file);
  let output: OpenOutput | null = null;
  let writer: AudioWriter | null = null;
  const write = async (block: Block, format: Format): Promise<void> => {
    if (!writer) {
      await makeFolder(path.dirname(part));
      output = await openForWriting(part);
      const own = { ...options, format, write: output.write };
      writer = await openWriter(own, nodeEncoders, { ...(videoFile && { videoFile }) });
    }
    if (framesOf(block) > 0) await writer.add(block);
  };
  const complete = async (): Promise<string> => {
    await writer?.finish();
    writer = null;
    await output?.close();
    output = null;
    return part;
  };
  const finish = async (): Promise<void> => {
    await complete();
    await rename(part, file);
  };
  const rethrow = (error: unknown): never => {
    throw faultOfOutput(file, error) ?? error;
  };
  return {
    write: (block, format) => write(block, format).catch(rethrow),
    complete: () => complete().catch(rethrow),
    finish: () => finish().catch(rethrow),
    async discard() {
      await writer?.abandon();
      await output?.close();
      // If it could not be created, it cannot be removed.
      await rm(part, { force: true }).catch(() => {});
    },
  };
}
