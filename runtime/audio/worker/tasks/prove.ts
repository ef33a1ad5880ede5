import type { StoredModel } from "#audio/tasks/task.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Loads a separation model for the following task, and runs its self-test once per device. */
export type Prove = Task<{ readonly model: StoredModel }, null>;

export const prove: TaskHandler<Prove> = async ({ model }, { onProgress }) => {
  const [{ openStemNet }, { threadsHere }] = await Promise.all([
    import("../models/open-studio-model.ts"),
    import("../models/threads-here.ts"),
  ]);
  await openStemNet(model, {
    threads: threadsHere(),
    processor: false,
    onBackend: () => {},
    onLoading: (share) => onProgress(share, "loading"),
  });
  return null;
};
