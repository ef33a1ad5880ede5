import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Block, Format } from "#audio/effect.ts";
import type { Write } from "#audio/media/bytes/write-bytes.ts";
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
  /** Writes bytes to a temporary file in the same folder. */
  readonly write: Write;
  /** Closes the temporary file. @returns its path */
  complete(): Promise<string>;
  /** Renames the temporary file to the result. @param name another one than it was created with */
  finish(name?: string): Promise<void>;
  /** Removes the temporary file. */
  discard(): Promise<void>;
}

/**
 * Writes to a temporary file in the same folder, which is renamed at the end.
 * @throws {ToolkitError} if the disk is full, or the file cannot be written
 */
export function createResultFile(file: string): ResultFile {
  const part = partOf(file);
  let output: Promise<OpenOutput> | null = null;
  const rethrow = (error: unknown): never => {
    throw faultOfOutput(file, error) ?? error;
  };
  const open = async (): Promise<OpenOutput> => {
    await makeFolder(path.dirname(part));
    return openForWriting(part);
  };
  const complete = async (): Promise<string> => {
    await (await output)?.close();
    output = null;
    return part;
  };
  const finish = async (name: string): Promise<void> => {
    await complete();
    await rename(part, name);
  };
  return {
    write: (position, data) =>
      (output ??= open()).then((opened) => opened.write(position, data)).catch(rethrow),
    complete: () => complete().catch(rethrow),
    finish: (name = file) => finish(name).catch(rethrow),
    async discard() {
      const opened = await output?.catch(() => null);
      await opened?.close();
      // If it could not be created, it cannot be removed.
      await rm(part, { force: true }).catch(() => {});
    },
  };
}

export interface ResultOptions extends Omit<WriterOptions, "format" | "write"> {
  readonly file: string;
  /** Source of the video track of the result. */
  readonly video?: MediaBytes | undefined;
}

/**
 * Opens a writer of Node.
 * @param video source of the video track of the result; stays open until the writer has finished
 */
export const openNodeWriter = (options: WriterOptions, video?: MediaBytes): Promise<AudioWriter> =>
  openWriter(options, nodeEncoders, { ...(video && { videoFile: video }) });

/** A result of blocks; its format is known with the first block. */
export function createResult({ file, video, ...options }: ResultOptions) {
  const result = createResultFile(file);
  let writer: AudioWriter | null = null;
  return {
    async write(block: Block, format: Format): Promise<void> {
      const { write } = result;
      writer ??= await openNodeWriter({ ...options, format, write }, video);
      if (framesOf(block) > 0) await writer.add(block);
    },
    async finish(): Promise<void> {
      await writer?.finish();
      writer = null;
      await result.finish();
    },
    async discard(): Promise<void> {
      await writer?.abandon();
      await result.discard();
    },
  };
}
