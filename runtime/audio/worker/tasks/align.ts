import type { Alignment } from "#audio/alignment/align-words.ts";
import { openFile } from "../host/worker-host.ts";
import type { AlignRequest } from "../measure/align-source.ts";
import { partOfSource } from "../mix/part-of-source.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Aligns the words of a text with a recording of it. */
export type Align = Task<AlignRequest, Alignment>;

export const align: TaskHandler<Align> = async ({ file, ...request }, { onProgress }) => {
  const [source, { alignSource }] = await Promise.all([
    openFile(file),
    import("../measure/align-source.ts"),
  ]);
  const input = request.part ? partOfSource(source, request.part) : source;
  const alignment = await alignSource(input, request, (done) => onProgress(done, "listening"));
  source.close();
  return alignment;
};
