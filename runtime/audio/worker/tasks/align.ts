import type { AlignRequest } from "#audio/alignment/align-source.ts";
import type { Alignment } from "#audio/alignment/align-words.ts";
import { openFile } from "../host/worker-host.ts";
import { MediaFault } from "#audio/tasks/media-fault.ts";
import { partOfSource } from "#audio/media/part-of-source.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Aligns the words of a text with a recording of it. */
export type Align = Task<AlignRequest & { readonly file: Blob }, Alignment>;

export const align: TaskHandler<Align> = async ({ file, ...request }, { onProgress }) => {
  const [source, { alignSource }] = await Promise.all([
    openFile(file),
    import("#audio/alignment/align-source.ts"),
  ]);
  const input = request.part ? partOfSource(source, request.part) : source;
  const alignment = await alignSource(input, request, (done) => onProgress(done, "listening"));
  source.close();
  if (!alignment) throw new MediaFault("file.silent");
  return alignment;
};
