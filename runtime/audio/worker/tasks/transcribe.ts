import type { SpokenMessage } from "#audio/nets/studio/stream-results.ts";
import type { RunsWithMessage, TranscribeRequest } from "../models/run-studio.ts";
import { openSound } from "../open/open-sound.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/**
 * Transcribes speech with a studio model, and emits the text. Resolves to the number of segments.
 */
export type Transcribe = Task<TranscribeRequest, number, RunsWithMessage | SpokenMessage>;

export const transcribe: TaskHandler<Transcribe> = async (request, context) => {
  const { runTranscribe } = await import("../models/run-studio.ts");
  const source = await openSound(request.file);
  try {
    return await runTranscribe(request, source, context);
  } finally {
    source.close();
  }
};
