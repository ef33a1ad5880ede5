import type { StemsMessage } from "#audio/nets/studio/stream-results.ts";
import type { NetStemsRequest, RunsWithMessage } from "../models/run-studio.ts";
import { openSound } from "../open/open-sound.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Separates a sound with a studio model, and emits its stems. Resolves to the number of frames. */
export type NetStems = Task<NetStemsRequest, number, RunsWithMessage | StemsMessage>;

export const netStems: TaskHandler<NetStems> = async (request, context) => {
  const { runSeparate } = await import("../models/run-studio.ts");
  const source = await openSound(request.file);
  try {
    return await runSeparate(request, source, context);
  } finally {
    source.close();
  }
};
