import { openWriter } from "#audio/media/write-audio.ts";
import { resources } from "../effect/resources.ts";
import { encoders } from "../host/encoders.ts";
import { openFile } from "../host/worker-host.ts";
import type { Task, TaskHandler } from "../protocol.ts";
import type { SeparateRequest, SeparationResult } from "../separation/run-separation.ts";
import { createSerialWrite } from "../task-context.ts";

/** Separates a song into stems, each in a separate file. */
export type Separate = Task<SeparateRequest, SeparationResult>;

export const separate: TaskHandler<Separate> = async (request, { write, onProgress }) => {
  const [{ runSeparation }, { createOpenSeparation }] = await Promise.all([
    import("../separation/run-separation.ts"),
    import("../separation/open-separation.ts"),
  ]);
  return runSeparation(request, {
    openSource: openFile,
    openWriter: (options) => openWriter(options, encoders),
    openSeparation: createOpenSeparation(resources),
    write: createSerialWrite(write),
    onProgress,
  });
};
