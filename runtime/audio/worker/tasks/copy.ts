import { copyPackets } from "#audio/media/copy-packets.ts";
import { MediaError } from "#audio/media/problems/media-error.ts";
import type { TimeRange } from "#audio/parameters.ts";
import { bytesOf } from "../host/worker-host.ts";
import type { Task, TaskHandler } from "../protocol.ts";

export interface CopyRequest {
  readonly file: Blob;
  /** In seconds. */
  readonly part: TimeRange;
}

/**
 * Writes a range of a file in its own codec: whole packets, without loss. Resolves to the written
 * range in seconds.
 */
export type Copy = Task<CopyRequest, TimeRange>;

export const copy: TaskHandler<Copy> = async ({ file, part }, { write, onProgress }) => {
  const { range } = await copyPackets(bytesOf(file), part, {
    write,
    onProgress: (done) => onProgress(done, "writing"),
  });
  if (!range) throw new MediaError("unreadable");
  return range;
};
