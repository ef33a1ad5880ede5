import type { Task, TaskHandler } from "../protocol.ts";
import type { RemuxFacts, RemuxRequest } from "../remux/remux-media.ts";

/** Puts sound and pictures of media into one file, without decoding them. */
export type Remux = Task<RemuxRequest, RemuxFacts>;

export const remux: TaskHandler<Remux> = async (request, { write, onProgress }) => {
  const { remuxMedia } = await import("../remux/remux-media.ts");
  return remuxMedia(request, { write, onProgress: (done) => onProgress(done, "writing") });
};
