import { openWriter } from "#audio/media/write-audio.ts";
import { resources } from "../effect/resources.ts";
import { encoders } from "../host/encoders.ts";
import type { OpenStemNet } from "#audio/tasks/open-separation.ts";
import { openFile } from "../host/worker-host.ts";
import type { Task, TaskHandler } from "../protocol.ts";
import type { SeparateRequest, SeparationResult } from "#audio/tasks/run-separation.ts";
import { createSerialWrite } from "../task-context.ts";

/** Separates a song into stems, each in a separate file. */
export type Separate = Task<SeparateRequest<Blob>, SeparationResult>;

/** The code of studio models is loaded on demand. */
const openNet: OpenStemNet = async (net, options) => {
  const [{ openStemNet }, { threadsHere }] = await Promise.all([
    import("../models/open-studio-model.ts"),
    import("../models/threads-here.ts"),
  ]);
  return openStemNet(net, { ...options, threads: threadsHere(), processor: false });
};

export const separate: TaskHandler<Separate> = async (request, { write, onProgress }) => {
  const [{ runSeparation }, { createOpenSeparation }] = await Promise.all([
    import("#audio/tasks/run-separation.ts"),
    import("#audio/tasks/open-separation.ts"),
  ]);
  return runSeparation(request, {
    openSource: openFile,
    openWriter: (options) => openWriter(options, encoders),
    openSeparation: createOpenSeparation(resources, openNet),
    write: createSerialWrite(write),
    onProgress,
  });
};
