import type { Task, TaskHandler } from "../protocol.ts";
import type { RemuxFacts, RemuxRequest } from "../remux/remux-media.ts";

/** Combines audio and video of media in one file without decoding. */
export type Remux = Task<RemuxRequest, RemuxFacts>;

export const remux: TaskHandler<Remux> = async (request, { write, onProgress }) => {
  const { remuxMedia } = await import("../remux/remux-media.ts");
  return remuxMedia(request, { write, onProgress: (done) => onProgress(done, "writing") });
};
