import type { AudioWriter, WriterOptions } from "../media/writers/audio-writer.ts";
import type { WriteResult } from "./task.ts";

/** Opens the writers of a task with several results, which are completed or aborted together. */
export function createWriters({
  openWriter,
  write,
}: {
  readonly openWriter: (options: WriterOptions) => Promise<AudioWriter>;
  readonly write: WriteResult;
}) {
  const writers: AudioWriter[] = [];
  let isFinished = false;
  return {
    /** @param result index of the result */
    async open(result: number, options: Omit<WriterOptions, "write">): Promise<AudioWriter> {
      const writer = await openWriter({
        ...options,
        write: (position, data) => write(result, position, data),
      });
      writers.push(writer);
      return writer;
    },
    async finish(): Promise<void> {
      for (const writer of writers) await writer.finish();
      isFinished = true;
    },
    /** Aborts all writers unless they are finished. */
    async close(): Promise<void> {
      if (!isFinished) for (const writer of writers) await writer.abandon();
    },
  };
}
