import { openWriter } from "#audio/media/write-audio.ts";
import type { CoverRequest, CoverResult } from "#audio/tasks/run-cover.ts";
import { encoders } from "../host/encoders.ts";
import { openFile } from "../host/worker-host.ts";
import type { Task, TaskHandler } from "../protocol.ts";
import { createSerialWrite } from "../task-context.ts";

/** Changes the voice of a song; each requested output is a separate file. */
export type Cover = Task<CoverRequest<Blob>, CoverResult>;

export const cover: TaskHandler<Cover> = async (request, { write, onProgress }) => {
  const { runCover } = await import("#audio/tasks/run-cover.ts");
  return runCover(request, {
    openSource: openFile,
    openWriter: (options) => openWriter(options, encoders),
    write: createSerialWrite(write),
    onProgress,
  });
};
