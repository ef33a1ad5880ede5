import type { Diarization } from "#audio/speakers/find-speakers.ts";
import type { FindSpeakersRequest } from "../models/run-speakers.ts";
import { openSound } from "../open/open-sound.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Finds who speaks when, with two studio models. */
export type FindSpeakers = Task<FindSpeakersRequest, Diarization>;

export const findSpeakers: TaskHandler<FindSpeakers> = async (request, context) => {
  const { runFindSpeakers } = await import("../models/run-speakers.ts");
  const source = await openSound(request.file);
  try {
    return await runFindSpeakers(request, source, context);
  } finally {
    source.close();
  }
};
